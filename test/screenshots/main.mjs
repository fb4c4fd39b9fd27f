// npm run screenshots: all pictures of README and walkthrough, made anew in a real VS Code. Names on the command line choose scenes.
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { within } from '../host/lifetime.mjs';
import { makeScratch } from '../host/scratch.mjs';
import { installed } from '../host/server.mjs';
import { ensureHost } from '../host/setup.mjs';
import { openWorkbench } from '../host/ui.mjs';
import { buildVsix } from '../host/vsix.mjs';
import { cartWorkspace } from '../ui/workspaces.mjs';
import { animation, small } from './pictures.mjs';
import { crash, failingTest, film } from './scenes.mjs';
import { crashWorkspace, looks, themes } from './workspaces.mjs';

const project = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const large = { width: 1280, height: 800, scale: 1.5 };
/** Of the window of `large`, what the walkthrough shows of a picture, in pixels of the page. */
const excerpts = {
  oracle: { x: 330, y: 0, width: 620, height: 190 },
  run: { x: 0, y: 30, width: 900, height: 560 },
  panel: { x: 0, y: 0, width: 348, height: 640 },
  result: { x: 348, y: 0, width: 932, height: 800 },
  'test-menu': { x: 0, y: 30, width: 760, height: 640 },
};

function keep(folder, name, bytes) {
  const file = join(project, 'media', folder, `${name}.png`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  console.log(`${relative(project, file)}: ${Math.round(statSync(file).size / 1024)} kB`);
}

async function play(scene, { fixture, env, theme, view, settings = {} }, extensions, record) {
  const workbench = await openWorkbench({ extensions, fixture, env, view, settings: { ...looks(theme), ...settings } });
  try {
    await within(5 * 60_000, 'the scene', scene(workbench, record(workbench.page)));
  } finally {
    await workbench.close();
  }
}

/** Keeps the whole window for the README, and its excerpt for the walkthrough, which makes wide ones smaller. */
const stills = (theme, taken) => (page) => async (name, clip) => {
  taken.push({ folder: 'screenshots', name: `${name}-${theme}`, png: await page.screenshot({ clip }) });
  const part = excerpts[name];
  if (!part) return;
  const png = await page.screenshot({ clip: part, scale: part.width < 700 ? 'device' : 'css' });
  taken.push({ folder: 'walkthrough', name: `${name}-${theme}`, png });
};

/** Pictures are made small when the scene is over: it does not wait. */
async function still(scene, { fixture, env, settings }, extensions) {
  for (const theme of Object.keys(themes)) {
    const taken = [];
    await play(scene, { fixture, env, settings, theme, view: large }, extensions, stills(theme, taken));
    for (const { folder, name, png } of taken) keep(folder, name, small(png));
  }
}

async function moving(scene, workspace, extensions) {
  const frames = [];
  let last;
  const frame = (page) => async (ms) => {
    const png = await page.screenshot();
    const now = performance.now();
    // A frame was to be seen until the next one came.
    if (last && frames.at(-1).ms === undefined) frames.at(-1).ms = Math.min(400, now - last);
    frames.push({ png, ms });
    last = now;
  };
  await play(scene, { ...workspace, theme: 'dark', view: { width: 1080, height: 680 } }, extensions, frame);
  keep('screenshots', 'whittle', animation(frames));
}

const scenes = {
  async crash(extensions) {
    const { root, folder, env } = crashWorkspace(0.3);
    await still(crash, { fixture: folder, env }, extensions).finally(() => rmSync(root, { recursive: true }));
  },
  async test(extensions) {
    const fixture = cartWorkspace();
    // Not to its end, which takes minutes.
    const settings = { 'whittle.targetSize': 120 };
    await still(failingTest, { fixture, settings }, extensions).finally(() => rmSync(fixture, { recursive: true }));
  },
  async film(extensions) {
    const { root, folder, env } = crashWorkspace(0.15);
    await moving(film, { fixture: folder, env }, extensions).finally(() => rmSync(root, { recursive: true }));
  },
};

const asked = process.argv.slice(2);
await ensureHost();
const scratch = makeScratch();
try {
  const vsix = await buildVsix(scratch);
  const extensions = await installed(scratch, vsix);
  for (const name of Object.keys(scenes))
    if (asked.length === 0 || asked.includes(name)) await scenes[name](extensions);
  console.log(`whittle.vsix: ${(statSync(vsix).size / 1e6).toFixed(1)} MB`);
} finally {
  scratch.destroy();
}
