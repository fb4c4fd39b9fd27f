/** Types of the platform, for programs that know neither those of Node nor of browsers. */

/** The part of an AbortSignal that a run needs. */
interface Aborting {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** `AbortSignal`, where the program knows it. */
export type Signal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer T } } ? T : Aborting;

/** `URL`, where the program knows it. */
export type Url = typeof globalThis extends { readonly URL: { readonly prototype: infer T } }
  ? T
  : { readonly href: string };
