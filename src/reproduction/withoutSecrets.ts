/** A folder without secrets where the failure allows it: that is found out by running it. Else the user decides. */
import * as l10n from '@vscode/l10n';
import type { Told } from './checked';
import type { ExportedFile } from './files';
import type { Material, Secrets } from './secrets';
import { placeholder } from './secretWords';

/** A folder that was run, but is not written yet. */
export interface Composed {
  readonly files: readonly ExportedFile[];
  readonly check: Told;
  /** Of the secrets that it is without. */
  readonly names: readonly string[];
  /** With them, if it does not fail as before without. */
  readonly whole?: readonly ExportedFile[];
}

/** The first variant that fails as before; else the first one, with the whole. */
export async function withoutSecrets(
  secrets: Secrets,
  material: Material,
  compose: (material: Material, secrets?: Secrets) => Promise<Composed>,
): Promise<Composed> {
  let first: Composed | undefined;
  for (const variant of secrets.variants) {
    const made = await compose(variant, secrets);
    if (made.check.ran !== 'differs') return named(made);
    first ??= made;
  }
  const differs = named(first!);
  if (secrets.names.length === 0) return differs;
  const whole = await compose(material);
  if (whole.check.ran !== 'as-before') return differs;
  const notice = l10n.t(
    'Without {0}, which may be secret, the reproduction does not fail as before: add it to the folder yourself if others may see it.',
    secrets.names.join(', '),
  );
  return { ...differs, check: { ...differs.check, notice }, whole: whole.files };
}

function named(made: Composed): Composed {
  const { names, check } = made;
  if (names.length === 0) return made;
  const told = l10n.t('These may be secret, and are left out or replaced by {0}: {1}.', placeholder, names.join(', '));
  return { ...made, check: { ...check, notice: check.notice === undefined ? told : `${check.notice} ${told}` } };
}

/** Texts for the README without secrets, and the names of all. */
export function toldWithout<K extends string>(
  secrets: Secrets | undefined,
  texts: Readonly<Record<K, string | undefined>>,
) {
  const names = new Set(secrets?.names);
  const clean = (text: string | undefined) => {
    const plain = text === undefined ? undefined : secrets?.clean(text);
    for (const name of plain?.names ?? []) names.add(`README.md: ${name}`);
    return plain?.text ?? text;
  };
  const entries = Object.entries<string | undefined>(texts).map(([key, text]) => [key, clean(text)]);
  return { ...(Object.fromEntries(entries) as Record<K, string | undefined>), names: [...names] };
}
