/** Suites and tests of `npm run test:all`; with `npm test` they are pending. */
import { everything } from './everything';

export const seldom = { describe: everything ? describe : describe.skip, it: everything ? it : it.skip };
