/** Texts in languages without a grammar: lines, blocks, and the names in their heads. */
import type { Example } from './example';

export const plainExamples: readonly Example[] = [
  {
    what: 'a word that stands in the heads of many blocks is no name',
    text: `
CREATE TABLE owner (
  name TEXT,
  id INTEGER
);
CREATE TABLE box (
  width INTEGER,
  id INTEGER
);
CREATE TABLE toy (
  name TEXT,
  box_id INTEGER REFERENCES box
);
`,
    wanted: 'toy',
    left: `
CREATE TABLE box (
  id INTEGER
);
CREATE TABLE toy (
  name TEXT,
  box_id INTEGER REFERENCES box
);
`,
  },
  {
    what: 'a string goes with the line below it; a block keeps a line, that which uses least; what it extends is not its name',
    text: `
"""An actor."""
interface Actor {
  friend: Friend
  """A name."""
  login: String
}

"""A user."""
type User implements Actor {
  login: String
}

"""A friend."""
type Friend {
  likes: User
}

type Query {
  actor: Actor
}
`,
    wanted: 'Query',
    left: `
"""An actor."""
interface Actor {
  """A name."""
  login: String
}
type Query {
  actor: Actor
}
`,
  },
];
