/** The suite that runs inside the extension host of a real VS Code: `run` is called by the host that started it. */
import { writeFileSync } from 'node:fs';

interface Line {
  readonly state: 'pass' | 'fail' | 'pending';
  readonly title: string;
  readonly ms?: number;
  readonly error?: string;
}

/** Rejects if a test fails. Results go to the file that VSCODE_TEST_RESULTS names, after every test. */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ ui: 'bdd', timeout: 300_000, grep: process.env.MOCHA_GREP });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  require('./suites');
  const lines: Line[] = [];
  const tell = (line: Line) => {
    lines.push(line);
    write(lines);
  };
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('pass', (test) => tell({ state: 'pass', title: test.fullTitle(), ms: test.duration }));
    runner.on('pending', (test) => tell({ state: 'pending', title: test.fullTitle() }));
    runner.on('fail', (test, error) => tell({ state: 'fail', title: test.fullTitle(), error: error.stack }));
  });
  if (failures > 0) throw new Error(`${failures} test(s) failed`);
}

function write(lines: readonly Line[]): void {
  const file = process.env.VSCODE_TEST_RESULTS;
  const failures = lines.filter(({ state }) => state === 'fail').length;
  if (file) writeFileSync(file, JSON.stringify({ failures, lines }));
}
