// Twelve ways of a newcomer, each by what a person does; what each may cost at most, and which bug the window names.
import { row } from '../ui/steps.mjs';
import { toastsSeen } from './counting.mjs';
import { shopFiles } from '../ui/workspaces.mjs';
import { cart, cartTest } from '../ui/cart.mjs';

const straw = Array.from({ length: 40 }, (_, line) => `straw number ${line} is here\n`).join('');
const checker = `const text = require('fs').readFileSync(process.argv[2], 'utf8');
if (text.includes('needle')) throw new RangeError('needle found');
`;

export const files = {
  'hay.txt': `${straw}needle\n${straw}`,
  'check.js': checker,
  'lib/cart.js': cart,
  'test/cart.test.js': cartTest,
  'package.json': JSON.stringify({ name: 'cart', scripts: { test: 'node --test' } }),
  ...shopFiles('shop'),
};

export const tasks = {
  'finds the needle': 'node ${workspaceFolder}/check.js ${file}',
  'finds it sometimes':
    'test $(( $(date +%N | cut -c1-6 | sed "s/^0*//;s/^$/0/") % 3 )) != 0 && grep -q needle ${file}',
};

const ended = /, result verified\.|the bug showed in|, stopped\.|not verified/;

async function asksFor({ quickOpen, palette, page }, file = 'hay.txt') {
  await quickOpen(file);
  await palette('Whittle: Reduce File');
  await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
}

/** Typed key by key, as a person does. */
async function types({ page }, line) {
  await page.locator('.quick-input-box input').pressSequentially(line);
  await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
  await page.keyboard.press('Enter');
}

/** Of all messages since the journey began: they hide themselves. */
const says = ({ page, until }, text) =>
  until(async () => (await toastsSeen(page)).find((one) => text.test(one)), `a message says ${text}`);

const ends = (workbench) => says(workbench, ended);

async function isFirst(workbench, label) {
  const { page, until } = workbench;
  const first = page.locator('.quick-input-list .monaco-list-row').first();
  await until(async () => (await first.innerText()).includes(label), `${label} is offered first`);
}

/** It may have ended by itself. */
async function stops(workbench) {
  const { page, palette } = workbench;
  if ((await toastsSeen(page)).some((text) => ended.test(text))) return;
  await Promise.race([palette('Whittle: Stop').catch(() => {}), ends(workbench)]);
  await ends(workbench);
  await page.keyboard.press('Escape');
}

/** `most`: clicks, questions and toasts. `bug`: in the head of the panel; unset if no run begins. */
export const journeys = [
  {
    name: 'a failing test, from its tab',
    most: { clicks: 2, questions: 0, toasts: 0 },
    bug: /AssertionError.*in the test ".*adds up" · cart\.test\.js:25/s,
    async go(workbench) {
      const { page, contextMenu, statusText, until } = workbench;
      await (await contextMenu(page.locator('.tab.active'), 'Reduce Failing Test')).click();
      await until(async () => (await statusText()).some((text) => / tokens · |% smaller/.test(text)), 'it runs');
    },
    begin: ({ quickOpen }) => quickOpen('cart.test.js'),
    after: stops,
  },
  {
    // The second is the list of what to look for, which one may leave.
    name: 'a command that is typed',
    most: { clicks: 1, questions: 2, toasts: 1 },
    bug: /"RangeError: needle found" \(exit code 1\)/,
    begin: asksFor,
    async go(workbench) {
      await types(workbench, 'node check.js ${file}');
      await workbench.pick('Same Message');
      await ends(workbench);
    },
  },
  {
    name: 'the same again',
    most: { clicks: 1, questions: 1, toasts: 1 },
    bug: /"RangeError: needle found" \(exit code 1\)/,
    begin: asksFor,
    async go(workbench) {
      await isFirst(workbench, 'node check.js');
      await workbench.page.keyboard.press('Enter');
      await ends(workbench);
    },
  },
  {
    name: 'a command that succeeds while the bug is there',
    most: { clicks: 0, questions: 1, toasts: 1 },
    bug: /the command succeeds \(exit code 0\)/,
    begin: asksFor,
    async go(workbench) {
      await types(workbench, 'grep -q needle ${file}');
      await ends(workbench);
    },
  },
  {
    name: 'a task',
    most: { clicks: 2, questions: 2, toasts: 1 },
    bug: /"RangeError: needle found" \(exit code 1\)/,
    begin: asksFor,
    async go(workbench) {
      await workbench.pick('finds the needle');
      await workbench.pick('Same Message');
      await ends(workbench);
    },
  },
  {
    name: 'a slip of the keyboard, and its remedy',
    most: { clicks: 1, questions: 2, toasts: 2 },
    begin: asksFor,
    async go(workbench) {
      await types(workbench, 'gerp -q needle ${file}');
      await says(workbench, /^The command was not found/);
      await workbench.button('Edit Command…');
      await workbench.type('grep -q needle ${file}');
      await ends(workbench);
    },
  },
  {
    name: 'a command that succeeds on any file',
    most: { clicks: 0, questions: 1, toasts: 1 },
    begin: asksFor,
    async go(workbench) {
      await types(workbench, 'test -f ${file}');
      await says(workbench, /succeeds on this file and on an empty one\. Choose one that fails\./);
    },
  },
  {
    name: 'a command that does not read the file',
    most: { clicks: 0, questions: 1, toasts: 1 },
    begin: asksFor,
    async go(workbench) {
      await types(workbench, 'node nowhere.js # ${file}');
      await says(workbench, /cannot find something that it needs|fails the same way on an empty file/);
    },
  },
  {
    name: 'a folder',
    most: { clicks: 4, questions: 2, toasts: 1 },
    bug: /"RangeError: the sum is out of range" \(exit code 1\)/,
    begin: ({ page }) => page.keyboard.press('ControlOrMeta+Shift+E'),
    async go(workbench) {
      const { page, contextMenu, pick, statusText, until } = workbench;
      await (await contextMenu(row(page, 'shop'), 'Reduce Folder…')).click();
      await page
        .locator('.quick-input-widget')
        .getByPlaceholder(/It runs in a copy of shop \(7 files\)/)
        .waitFor();
      await types(workbench, 'node {}/main.js');
      await pick('Same Message');
      await until(async () => (await statusText()).some((text) => / tokens · |% smaller/.test(text)), 'it runs');
    },
    after: stops,
  },
  {
    name: 'a flaky command',
    most: { clicks: 0, questions: 1, toasts: 1 },
    begin: asksFor,
    async go(workbench) {
      await types(
        workbench,
        'n=$(cat "${workspaceFolder}/count" || echo 0); echo $((n+1)) > "${workspaceFolder}/count"; test $((n % 3)) = 1 || grep -q needle ${file}',
      );
      await Promise.race([ends(workbench), says(workbench, /The bug shows in|fails|succeeds/)]);
    },
  },
  {
    name: 'a slow command',
    most: { clicks: 0, questions: 1, toasts: 1 },
    bug: /the command succeeds \(exit code 0\)/,
    begin: asksFor,
    async go(workbench) {
      const { statusText, until } = workbench;
      await types(workbench, 'sleep 4; grep -q needle ${file}');
      await until(
        async () => (await statusText()).some((text) => /testing the original · \d+ s/.test(text)),
        'it tells how long it waits',
      );
    },
    after: stops,
  },
  {
    name: 'Apply, Undo, and why a line is still there',
    most: { clicks: 3, questions: 1, toasts: 2 },
    bug: /the command succeeds \(exit code 0\)/,
    begin: asksFor,
    async go(workbench) {
      const { page, until, opacities, contextMenu } = workbench;
      await types(workbench, 'grep -q needle ${file}');
      await ends(workbench);
      await workbench.button('Apply');
      await until(async () => (await opacities()).length < 5, 'the result is in the file');
      await page.keyboard.press('ControlOrMeta+Z');
      await until(async () => (await opacities()).length > 5, 'the file is as it was');
      await page.locator('.editor-actions .action-label[aria-label^="Apply"]').first().waitFor();
      await page.keyboard.press('Alt+F6');
      const line = page.locator('.editor-instance .view-line').getByText('needle', { exact: true }).first();
      await (await contextMenu(line, 'Why Is This Still Here?')).click();
      await says(workbench, /^Without the selection the bug is gone\. Expected: exit code 0\. Seen: exit code 1\.$/);
    },
  },
];
