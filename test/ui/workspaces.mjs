// Folders that the UI runs open, and pages inside the page.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { failingInput, panicCommand } from '../demo/input.mjs';
import { cart, cartTest } from './cart.mjs';

/** A fresh folder with these files, and shell tasks by their names. */
export function workspaceWith(files, tasks = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'whittle-ui-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  const list = Object.entries(tasks).map(([label, command]) => ({ label, type: 'shell', command, problemMatcher: [] }));
  if (list.length > 0) writeTasks(directory, list);
  return directory;
}

/** The tasks.json of a folder. */
export function writeTasks(directory, tasks) {
  mkdirSync(join(directory, '.vscode'), { recursive: true });
  writeFileSync(join(directory, '.vscode/tasks.json'), JSON.stringify({ version: '2.0.0', tasks }, null, 2));
}

/**
 * A real crash of esbuild, other files, and the task that finds the crash: slowed down by so many seconds a test, and held up as long as
 * the folder has a file with the name hold.
 */
export function crashWorkspace(seconds = 0.1, files = {}) {
  const slowly = `while [ -e "\${workspaceFolder}/hold" ]; do sleep 0.1; done; sleep ${seconds}`;
  const tasks = { 'esbuild panics': `${slowly}; ${panicCommand('${file}')}` };
  return workspaceWith({ 'crash.js': failingInput(), ...files }, tasks);
}

/** A module with a mistake, and its failing test. */
export function cartWorkspace() {
  const pack = JSON.stringify({ name: 'cart', scripts: { test: 'node --test' } });
  return workspaceWith({ 'lib/cart.js': cart, 'test/cart.test.js': cartTest, 'package.json': pack });
}

/** A small program in a folder: a sum goes wrong in one of its files; most others are needed by nothing. */
export function shopFiles(name) {
  const prices = Array.from({ length: 12 }, (_, at) => `  item${at}: ${at * 7},\n`).join('');
  const files = {
    'main.js': `const { sum } = require('./lib/cart');\nconst { prices } = require('./lib/prices');\n\nconst order = Object.keys(prices);\nconsole.log('The order:', order.length, 'items');\nconsole.log(sum(order, prices));\n`,
    'lib/cart.js': `/** The sum of an order. */\nexports.sum = function sum(items, prices) {\n  let total = 0;\n  for (const item of items) {\n    if (!(item in prices)) throw new Error('no such item: ' + item);\n    total += prices[item];\n  }\n  if (total > 100) throw new RangeError('the sum is out of range');\n  return total;\n};\n`,
    'lib/prices.js': `exports.prices = {\n${prices}};\n`,
    'lib/orders.js': `exports.orders = ['item1', 'item2'];\n`,
    'lib/mail.js': `exports.mail = (to) => console.log('mail to', to);\n`,
    'docs/guide.md': '# Guide\n\nHow to sell things.\n',
    'package.json': `${JSON.stringify({ name: 'shop', version: '1.0.0', main: 'main.js' }, null, 2)}\n`,
  };
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]));
}

/** The page of a webview, a frame in a frame, in which this is visible; undefined if it is not shown. */
export async function frameWith(page, selector) {
  for (const frame of page.frames()) {
    const found = frame.locator(`${selector}:visible`);
    if ((await found.count().catch(() => 0)) > 0) return frame;
  }
  return undefined;
}
