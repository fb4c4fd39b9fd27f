import assert from 'node:assert/strict';
import type { FailureRule } from '../../../../src/oracle/judging/failureRule';
import type { Finished } from '../../../../src/reduction/events/events';
import { fenced } from '../../../../src/reproduction/readme';
import type { RunRecord } from '../../../../src/vscode/history/record';
import { bugReport, shortened } from '../../../../src/vscode/history/report';

const end = {
  ...{ event: 'finished', ending: 'done', confirmed: true, tests: 30, ms: 2100 },
  ...{ tokens: { before: 11_507, after: 7 }, bytes: { before: 50_000, after: 40 } },
  output: 'at /tmp/whittle-run-a-1/12/my crash.js:1\nError: boom in /home/me/code/lib/a.js',
} as Finished;

const record = {
  path: 'src/my crash.js',
  languageId: 'javascript',
  rules: [
    {
      command:
        'node ${workspaceFolder}/check.js "${file}" -I ${workspaceFolder}/${relativeFileDirname} --log /home/me/log',
      rule: { exit: { codes: [1] }, match: [{ stream: 'stderr', pattern: '^Error: boom' }] },
      learned: true,
    },
  ],
  about: {},
  search: 'default',
  end,
  outcome: 'class A {\n  // ``` and ````\n}\n',
  versions: ['Whittle 0.1.0'],
} as unknown as RunRecord;

const around = { folder: '/home/me/code', home: '/home/me', temporary: ['/tmp'] };

describe('bug report', () => {
  it('has all that a reader needs, and nothing of where the files lie', () => {
    assert.equal(
      bugReport(record, around),
      [
        '# my crash.js: `Error: boom in lib/a.js`',
        '- Looking for: "Error: boom" (exit code 1)\n- Command: `node ./check.js "src/my crash.js" -I src --log ~/log`',
        '## Input',
        '`src/my crash.js`:',
        '`````javascript\nclass A {\n  // ``` and ````\n}\n`````',
        '## Command',
        '```sh\nnode ./check.js "src/my crash.js" -I src --log ~/log\n```',
        'The bug is there with `exit code 1, and stderr matches /^Error: boom/`.',
        '## Output',
        '```text\nat my crash.js:1\nError: boom in lib/a.js\n```',
        '## Versions',
        '- Whittle 0.1.0',
        '## Reduction',
        '- finished (done): 11,507 → 7 tokens · 99.93%, 30 tests, 2.1 s, verified\n- search: default\n- bytes: 50,000 → 40\n',
      ].join('\n\n'),
    );
  });

  it('has of a test its statement, the values, and the revision at which it passes', () => {
    const failure: FailureRule = {
      ...{ runner: 'mocha', file: 'a.test.js', test: 'cart has a total', kind: 'AssertionError' },
      said: 'no\nexpected: 2\nactual: 3 in /home/me/code/a.js',
      lines: ['assert.equal(total(), 2);', 'check();'],
      ...{ versions: ['mocha 12.0.3', 'node v20.20.2'], passesAt: 'HEAD~1 (1a2b3c4)' },
    };
    const rules = [{ command: 'mocha', rule: { exit: { codes: [0], not: true }, failure }, learned: true }];
    const report = bugReport({ ...record, rules, end: { ...end, output: '{}' } }, around);
    assert.ok(
      report.includes(
        [
          '## Failure',
          'The test `cart has a total` fails at `assert.equal(total(), 2);`:',
          '```text\nAssertionError: no\nexpected: 2\nactual: 3 in a.js\n```',
          '## Versions',
          '- mocha 12.0.3\n- node v20.20.2\n- Whittle 0.1.0',
        ].join('\n\n'),
      ),
      report,
    );
  });

  it('names every command, and says what is doubtful and what a code block does not show', () => {
    const [rule] = record.rules;
    const other = { command: 'make `pwd`', rule: { exit: { codes: [0] } }, learned: false };
    const more = {
      rules: [other, rule],
      search: 'hddr:cdd',
      end: { ...end, output: undefined, confirmed: false, ms: 125_000 },
    };
    const report = bugReport({ ...record, ...more, outcome: '\ufeffa\r\nb' }, around);
    assert.match(
      report,
      /^# my crash\.js: `` make `pwd` `` ends with `exit code 0` and `node [^`]+` ends with `exit code 1, and stderr/,
    );
    assert.match(report, /\(with a byte order mark, with CR LF line ends, without a final line end\)/);
    assert.match(report, /## Commands\n\n```sh\nmake `pwd`\n```[^]*All of these must hold\.\n\n## Versions/);
    assert.match(report, /125\.0 s, not verified\n- search: hddr:cdd\n/);
    assert.match(
      bugReport({ ...record, end: { ...end, confirmed: false, ending: 'interrupted' } }, around),
      /finished \(interrupted\): .* not verified\n/,
    );
  });

  it('puts a fence around a text that the text does not have', () => {
    for (const text of ['', 'a', '```', '~~~\n``````\n']) {
      const [first, ...others] = fenced(text, 'sh').split('\n');
      const fence = first.replace('sh', '');
      assert.match(fence, /^`{3,}$/);
      assert.ok(!text.includes(fence));
      assert.equal(others.at(-1), fence);
    }
  });
});

describe('paths in a report', () => {
  const places = { folder: '/home/j.doe/my work', home: '/home/j.doe', temporary: ['/tmp', '/private/tmp'] };
  const cases: [string, string][] = [
    ['cd "/home/j.doe/my work" && ls', 'cd "." && ls'],
    ['file:///home/j.doe/my work/a.js:1', 'a.js:1'],
    ['file:///home/j.doe/.npmrc', 'file://~/.npmrc'],
    ['/home/j.doe/my workshop/a.js', '~/my workshop/a.js'],
    ['/home/j.doe2/a /mnt/home/j.doe/a', '/home/j.doe2/a /mnt/home/j.doe/a'],
    ['matches /^in \\/home\\/j\\.doe\\/x$/', 'matches /^in ~\\/x$/'],
    ['/tmp/whittle-run-0a-1-b-XyZ/overlay-2/code/src/a.js(1,2)', 'src/a.js(1,2)'],
    ['/private/tmp/whittle-run-0a-1-b-XyZ/17/a.js and /tmp/whittle-run-0a-1-b-XyZ/17.', 'a.js and ..'],
    ['/tmp/other', '/tmp/other'],
  ];
  for (const [text, expected] of cases) it(text, () => assert.equal(shortened(text, places), expected));

  it('are those of Windows as well, and the root is no home', () => {
    const windows = { home: 'C:\\Users\\me', temporary: ['C:\\Users\\me\\AppData\\Temp'] };
    assert.equal(shortened('C:\\Users\\me\\a.js', windows), '~\\a.js');
    assert.equal(shortened('C:\\Users\\me\\AppData\\Temp\\whittle-run-1\\3\\a.js', windows), 'a.js');
    assert.equal(shortened('/a / b', { home: '/', folder: '/', temporary: [] }), '/a / b');
  });
});
