/** What `--help` adds to the options of a command. */
import { placements } from '../oracle/places/registry';

const placesHelp = `Where candidates go (--place):
${placements.map(({ name, description }) => `  ${name.padEnd(10)} ${description}`).join('\n')}`;

export const exitHelp = `0 reduced (also when a limit is reached), 1 the bug is not there on the input (or no longer on the
result), 2 wrong command line, input or output, or the run failed, 130 interrupted. The best result is always kept.`;

/** The first examples of a text. */
export function inShort(text: string, command: string): string {
  const [, ...examples] = text.slice(text.indexOf('\nExample')).trim().split('\n');
  return `\nExamples:\n${examples.slice(0, 4).join('\n')}\n\nwhittle ${command} --help all: all options, and how they work.`;
}

/** By the names of the commands. */
export const helpTexts: Readonly<Record<string, string>> = {
  reduce: `
Without {}, the test runs in a directory that holds the candidate under FILE's name; with overlay, in the copy of this
directory. With several --test, all must show the bug; --exit, --match, --no-match, --same-failure and --stdin belong to the --test before them, or to all
tests if they come first.

Several files: {} is a directory that holds all of them, with their paths. Directories, files and what is in them are
reduced together. Of a directory, links and what git ignores are left out; installed packages are linked; binary files
are removed whole or not at all. The limits are 20,000 files and 500 MB.

${placesHelp}

Exit codes: ${exitHelp}

Examples:
  whittle reduce crash.js --test 'node check.js {}'
  whittle reduce crash.js --test 'node build.js {}' --match 'Assertion failed'
  whittle reduce crash.js --test 'node check.js {}' --search hddr:ddmin+order=subsets-first
  whittle reduce test/big.test.js --place overlay --test 'node_modules/.bin/mocha {}' --same-failure
  whittle reduce src --test 'node build.js {}/main.js' --same-failure
  whittle reduce crash.json --property still-fails.mjs
  whittle reduce crash.js --test 'node build.js {}' --same-failure --reduce-with 'python3 pass.py'`,
  test: `
A candidate must fail in the same test, at the same statement, with the same kind of error. If git knows a revision at which the
test passes, the candidate must pass there too. Else the values that it compares stay as they are. Candidates are tested in a copy
of the workspace. Exit codes: as for reduce.

Examples:
  whittle test test/cart.test.js
  whittle test test/cart.test.js --name cart --name 'has a total'
  whittle test tests/test_cart.py --passes-at v1.2.0`,
  why: `
The test is reduced as by whittle test. If git knows a revision at which it passes, the change since then is isolated with the
small test, in the one file with whose earlier text it passes. The small test (cart.reduced.test.js, test_cart_reduced.py) and
NAME.why.md are written beside FILE, or to the directory --output, and the page is printed. Exit codes: as for reduce.

Examples:
  whittle why test/cart.test.js
  whittle why tests/test_cart.py --name test_total --passes-at v1.2.0`,
  isolate: `
A test that ends with exit code 125 cannot judge its candidate. Both results, crash.passing.js and crash.failing.js, are written,
and their difference is printed. Each may be a mixture of the two inputs. Exit codes: as for reduce.

${placesHelp}

Example:
  whittle isolate crash.js works.js --test 'node check.js {}'`,
  order: `
For a test that passes alone, and fails after others. All tests of the files run once; those before the failing one are the list that
is reduced. It works with pytest, mocha, jest and vitest, in a copy of the workspace. jest and vitest order files by themselves.

Exit codes: as for reduce; 1 also if the test fails alone.

Examples:
  whittle order test/cart.test.js
  whittle order tests/test_names.py tests/test_cart.py --name test_is_empty`,
  compare: `
Each search has the whole budget (--max-time, --max-tests, --target-size) and uses no verdict of another. Tests: different
candidates that the search tested. Oracle: the total time of all test processes. Time: the whole run, with calibration and
verification. Tokens/s: tokens removed per second. No reduced file is written.

Exit codes: 0 all were compared, 1 the bug is not there on the input (or no longer on a result), 2 wrong command line, input
or output, or a run failed, 130 interrupted. Finished rows are always printed.

Examples:
  whittle compare crash.js --test 'node check.js {}' --searches default,hddr:cdd,hddr:ddmin --max-time 1m --plot crash.svg
  whittle compare bugs/*.c --test './crashes {}' --searches hddr --vary reducer=cdd,probdd,ddmin -o bugs.md -o bugs.csv
  whittle compare crash.js --test 'node check.js {}' --searches hddr:probdd,hddr:cdd --vary p0=0.01,0.1,0.3`,
  dedupe: `
Each file is reduced, the smallest first. A file that has what is left of a known bug begins with that, so most files take a few
tests. Two files have one bug if their results are alike but for names, numbers and order, and fail in one way.
DIR.bugs, or --output, gets a folder for each bug, with its files and the smallest result.

Exit codes: 0 there is a bug at least, 1 no file fails, 2 wrong command line, input or output, 130 interrupted.

Examples:
  whittle dedupe crashes --test './parse {}' --same-failure
  whittle dedupe crashes/*.js --test 'node tool.mjs {}' --match 'Error: ' --output bugs`,
  repro: `
The files are reduced as by whittle reduce. The folder gets a script (repro.sh) that ends as the command does, a README.md with
the failure and the versions of all programs, and a package.json or requirements.txt with the installed versions of the packages
that are still needed. Before its path is printed, the folder is run in an empty place, with packages from npm install or, without
a network, with those of the project.

Files such as .env and words such as API_TOKEN=… are left out or replaced by REDACTED if the folder fails as before without them;
otherwise they are named, and --with-secrets takes them along.

Of a failing test, the files that it loads are reduced: its runner tells them.

Exit codes: as for reduce; 1 also if the folder does not fail as before in an empty place.

Examples:
  whittle repro . --test 'node main.js' --same-failure
  whittle repro src --test 'gcc -c {}/main.c' --match 'internal compiler error'
  whittle repro test/cart.test.js`,
  worker: `
Runs ask for an oracle by its name and never send a command: a worker runs only its own commands, on candidates in fresh
directories. It joins a run only if its verdicts on the unchanged and on the empty input match those of the calibration.
Anyone with access to Redis can send candidates: give it a password, and TLS between machines.

Example, two machines:
  big$    whittle worker --redis redis://:secret@big:6379 --oracle 'crash=./build/fuzz {}' -j 8
  laptop$ whittle reduce crash.bin --redis redis://:secret@big:6379 --oracle crash`,
  mcp: `
A client starts it: { "command": "whittle", "args": ["mcp"] }. Files must be inside the client's roots, or inside this directory if the
client has none. The tools run the commands that the client sends, on this machine. A run that
needs more time than a call goes on, and whittle_continue waits for it. It ends when stdin closes. See docs/agents.md.`,
};

/** For a command line without a word. */
export const start = `Whittle turns a big failing input into a small one.

Reduce a file on which a command fails; {} is the path of the candidate, a copy with parts left out:
  whittle reduce crash.js --test 'node build.js {}' --same-failure
Reduce a failing test, without a command:
  whittle test test/cart.test.js
Find the difference between a file that fails and one that passes:
  whittle isolate bad.json good.json --test 'node load.js {}' --same-failure
Serve coding agents over MCP:
  whittle mcp

whittle --help lists all commands, whittle reduce --help the options of one.
`;
