/** What a run of a command printed. */

export type StreamName = 'stdout' | 'stderr';

/** With line ends \n and without the escape sequences of terminals; at most the first and the last million bytes of each. */
export type Said = Readonly<Record<StreamName, string>>;
