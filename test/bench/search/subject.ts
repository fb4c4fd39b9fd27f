/** What is reduced in this bench: a text and a property that is judged at once. */
export interface Subject {
  readonly name: string;
  readonly fileName: string;
  readonly text: string;
  holds(text: string): boolean;
}
