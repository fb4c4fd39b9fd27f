/**
 * Two programs in C++ whose headers must stay in part: an instantiation that the compiler makes, and a program that runs. And two in which
 * names are put together while they are compiled or run, so that only the errors of failed candidates tell them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureCurve } from '../corpus/measure';
import { table, whole, type Claim, type Report } from '../support/report';
import type { Options } from '../support/suite';

interface Written {
  readonly name: string;
  /** Of C++: without its headers. */
  readonly text: string;
  readonly language: 'cpp' | 'c' | 'py';
  /** Of the (preprocessed) text `$1`, in an empty directory. */
  readonly oracle: string;
  readonly wanted: readonly [tests: number, tokens: number];
}

const headers = ['algorithm', 'functional', 'iostream', 'map', 'string', 'vector'];

const programs: readonly Written[] = [
  {
    name: 'cpp-std-sort',
    language: 'cpp',
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
    language: 'cpp',
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
  {
    name: 'c-pasted-names',
    language: 'c',
    text: pastedNames(),
    oracle: `gcc -w -Werror=implicit-function-declaration "$1" -o a.out || exit 1; ./a.out; [ $? = 134 ]`,
    wanted: [12, 1_800],
  },
  {
    name: 'py-computed-names',
    language: 'py',
    text: computedNames(),
    oracle: `python3 "$1" 2>&1 | tee /dev/stderr | grep -q ^ZeroDivisionError`,
    wanted: [12, 600],
  },
];

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

function pastedNames(): string {
  const called = [5, 11, 24, 38, 45];
  const lines = numbersTo(60).flatMap((n) => [
    `static int helper_${n}(int a, int b) { for (int i = 0; i < b; i++) { a += ${n} * i; if (a > 1000) a -= 999; } return a; }`,
    `static int run_op${n}(struct state *s, int x) { s->depth++; s->log[s->depth % 64] = ${n}; int v = helper_${n}(x, ${n % 5}); s->sum += v; return v; }`,
  ]);
  return [
    ...['#include <stdio.h>', '#include <stdlib.h>', '#include <string.h>'],
    'struct state { int sum; int depth; int log[64]; };',
    ...lines,
    '#define CALL(op, x) run_##op(&state, x)',
    'int main(void) { struct state state; memset(&state, 0, sizeof state);',
    ...called.map((n) => `  int a${n} = CALL(op${n}, ${n});`),
    '  printf("%d %d\\n", a5 + a11, state.depth);',
    '  if (a24 - a24 + state.depth >= 5) { fflush(stdout); abort(); }',
    '  return a38 + a45; }\n',
  ].join('\n');
}

function computedNames(): string {
  const nodes = numbersTo(50).map(
    (n) => `class Node${n}:
    def __init__(self, value, left=None, right=None):
        self.value = value
        self.left = left
        self.right = right
        self.size = 1 + (left.size if left else 0) + (right.size if right else 0)
`,
  );
  const visits = numbersTo(50).map(
    (n) => `    def visit_Node${n}(self, node):
        self.seen.append(${n})
        left = self.visit(node.left)
        right = self.visit(node.right)
        self.total += left * ${n} + right
        return ${n === 33 ? 'node.value // (right - right)' : 'left + right + node.value'}
`,
  );
  return `${nodes.join('\n')}
class Walker:
    def __init__(self):
        self.total = 0
        self.seen = []

    def visit(self, node):
        return getattr(self, "visit_" + type(node).__name__)(node) if node else 0

${visits.join('\n')}
def build(depth):
    if depth == 0:
        return Node33(7)
    if depth % 2:
        return Node4(depth, build(depth - 1), Node9(2))
    return Node21(depth, Node8(1), build(depth - 1))

def main():
    walker = Walker()
    print(walker.visit(build(5)))

main()
`;
}

/** One job, counts of oracle runs after the calibration. */
export async function measureWritten({ subjects }: Options): Promise<Report> {
  const directory = mkdtempSync(join(tmpdir(), 'whittle-bench-written-'));
  const rows: string[][] = [];
  const claims: Claim[] = [];
  try {
    for (const { name, text, language, oracle, wanted } of programs) {
      if (subjects && !subjects.includes(name)) continue;
      const paths = { input: join(directory, `${name}.${language}`), oracle: join(directory, `${name}.sh`) };
      const made = language === 'cpp' ? preprocessed(text) : text;
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
