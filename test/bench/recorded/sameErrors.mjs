// `node sameErrors.mjs FILE`: ends with 0 if TypeScript still finds the three errors of the recording's input, and no others.
import ts from 'typescript';

const wanted = 'TS2322 TS2345 TS2554';

const options = { strict: true, noEmit: true, skipLibCheck: true, lib: ['lib.es5.d.ts'], types: [] };
const program = ts.createProgram([process.argv[2]], options);
const found = ts.getPreEmitDiagnostics(program).map(({ code }) => `TS${code}`);
process.exitCode = found.sort().join(' ') === wanted ? 0 : 1;
