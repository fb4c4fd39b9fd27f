/** What the tree-wide search goes by. Other values than the usual ones are for ablations (docs/notes/013). */
export interface Model {
  /**
   * A batch is filled as long as the chance that all of it may go is at least this. A test then tells most; 0.37 and 0.63 need 5 and
   * 7 % more tests on ten subjects (013).
   */
  readonly target: number;
  /** Do kinds of units teach, or only their weights? */
  readonly kinds: boolean;
  /** Does it matter whether a unit's name occurs elsewhere? */
  readonly references: boolean;
  /** Are runs of neighbours units too? */
  readonly runs: boolean;
  /** Do elements go with the tokens beside them, when nothing else does? */
  readonly margins: boolean;
}

export const usualModel: Model = { target: 0.5, kinds: true, references: true, runs: true, margins: true };
