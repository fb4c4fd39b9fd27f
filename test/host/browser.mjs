// A headless Chromium with everything it writes inside the scratch directory.
import { mkdirSync } from 'node:fs';
import { findChromium } from './programs.mjs';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
const quietFlags = ['--disable-background-networking', '--disable-component-update', '--disable-breakpad'];

/** `view`: { width, height } of the window in pixels of the page, and how many of the screen there are to one of them. Gives { page, close }. Signals are ours to handle (lifetime.mjs), not Playwright's. */
export async function openBrowser(scratch, { width = 1280, height = 800, scale = 1 } = {}) {
  const { chromium } = await import('playwright-core'); // may have been installed only now
  const artifactsDir = scratch.path('artifacts');
  mkdirSync(artifactsDir, { recursive: true });
  const context = await chromium.launchPersistentContext(scratch.path('chromium'), {
    executablePath: findChromium(),
    args: [...flags, ...quietFlags],
    headless: true,
    viewport: { width, height },
    deviceScaleFactor: scale,
    permissions: ['clipboard-read', 'clipboard-write'],
    artifactsDir,
    env: scratch.environment({ XDG_CONFIG_HOME: scratch.root, XDG_CACHE_HOME: scratch.root }),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(120_000);
  return { page, close: () => context.close().catch(() => {}) };
}
