/** Two programs in C++ whose headers must stay in part: an instantiation that the compiler makes, and a program that runs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureCurve } from '../corpus/measure';
import { table, whole, type Claim, type Report } from '../support/report';
import type { Options } from '../support/suite';

interface Written {
  readonly name: string;
  readonly text: string;
  /** Of the preprocessed text `$1`, in an empty directory. */
  readonly oracle: string;
  readonly wanted: readonly [tests: number, tokens: number];
}

const headers = ['algorithm', 'functional', 'iostream', 'map', 'string', 'vector'];

const programs: readonly Written[] = [
  {
    name: 'cpp-std-sort',
    text: `struct item { int key; std::string name; };
static bool before(const item &a, const item &b) { return a.key < b.key; }
static std::vector<item> items() { return {{2, "b"}, {1, "a"}}; }
int main() {
  std::vector<item> all = items();
  std::sort(all.begin(), all.end(), before);
  std::map<std::string, int> index;
  for (const item &one : all) index[one.name] = one.key;
  std::cout << index["a"] << std::endl;
  return 0;
}
`,
    oracle: `g++ -w -c "$1" -o a.o && nm -C a.o | grep -q 'void std::__introsort_loop<'`,
    wanted: [300, 11_000],
  },
  {
    name: 'cpp-iostream-run',
    text: `static int sum(const std::vector<int> &all) { int s = 0; for (int one : all) s += one; return s; }
int main() {
  std::vector<int> all{1, 2, 3};
  std::string name = "sum";
  std::cout << name << "=" << sum(all) << std::endl;
  return 0;
}
`,
    oracle: `g++ -w "$1" -o a.out && timeout 5 ./a.out | grep -qx 'sum=6'`,
    wanted: [300, 40_000],
  },
];

/** One job, counts of oracle runs after the calibration. */
export async function measureWritten({ subjects }: Options): Promise<Report> {
  const directory = mkdtempSync(join(tmpdir(), 'whittle-bench-written-'));
  const rows: string[][] = [];
  const claims: Claim[] = [];
  try {
    for (const { name, text, oracle, wanted } of programs) {
      if (subjects && !subjects.includes(name)) continue;
      const paths = { input: join(directory, `${name}.cpp`), oracle: join(directory, `${name}.sh`) };
      const made = preprocessed(text);
      if (made === undefined) return { text: 'There is no g++ here.', claims: [], plots: {} };
      writeFileSync(paths.input, made);
      writeFileSync(paths.oracle, inEmptyDirectory(oracle));
      const curve = await measureCurve({ name, ...paths }, wanted[0]);
      const { tests, tokens } = curve.at(-1)!;
      rows.push([name, whole(wanted[0]), whole(wanted[1]), whole(tokens)]);
      claims.push({
        text: `${name}: at most ${whole(wanted[1])} tokens within ${whole(wanted[0])} tests`,
        met: tokens <= wanted[1],
      });
      console.error(`${name}: ${whole(tokens)} tokens after ${whole(tests)} tests`);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return { text: table(['program', 'tests', 'wanted', 'tokens left'], rows), claims, plots: {} };
}

function preprocessed(text: string): string | undefined {
  const source = headers.map((header) => `#include <${header}>\n`).join('') + text;
  const options = { input: source, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const { status, stdout } = spawnSync('g++', ['-E', '-P', '-x', 'c++', '-'], options);
  return status === 0 ? stdout : undefined;
}

function inEmptyDirectory(oracle: string): string {
  return `set -- "$(readlink -f "$1")"\ncd "$(mktemp -d)" && trap 'rm -rf "$PWD"' EXIT\n${oracle}\n`;
}
