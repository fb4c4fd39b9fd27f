/**
 * The right projects with their packages, made once and kept under the temporary directory: a package of the npm registry as it is
 * published, with the packages that its tests need, or a folder of `projects/`. No third-party text is in this repository.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Located } from './cases';
import { output } from './running';

const home = join(tmpdir(), 'whittle-bench-tests');
const ms = 300_000;

/** The folder of the right project, with node_modules. Throws if npm fails. */
export async function supplyOf(one: Located): Promise<string> {
  const folder = join(home, keyOf(one));
  if (existsSync(folder)) return folder;
  mkdirSync(home, { recursive: true });
  const making = mkdtempSync(join(home, 'making-'));
  try {
    await fill(making, one);
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return folder;
}

/** The packages decide; the files of own projects are copied anew each time. */
function keyOf({ package: name, with: others = [], project, folder }: Located): string {
  const own = project && join(folder, 'projects', project, 'package.json');
  const text = own ? (existsSync(own) ? readFileSync(own, 'utf8') : '') : '';
  const hash = createHash('sha256').update([project, name, ...others, text].join('\n'));
  return `${(name ?? project)!.replace(/[^\w.-]/g, '-')}-${hash.digest('hex').slice(0, 8)}`;
}

async function fill(making: string, one: Located): Promise<void> {
  if (one.package === undefined) cpSync(join(one.folder, 'projects', one.project!), making, { recursive: true });
  else await unpack(one.package, making);
  const packages = packagesOf(making, one);
  if (Object.keys(packages).length > 0) await install(packages, making);
}

async function unpack(name: string, making: string): Promise<void> {
  const file = (await output(['npm', 'pack', name, '--silent'], { cwd: making, ms })).trim();
  await output(['tar', '-xzf', file, '--strip-components=1'], { cwd: making, ms });
  rmSync(join(making, file));
}

type Packages = Readonly<Record<string, string>>;

/** Versions by name. Of a published package only those that its tests need: its other tools are many and old. */
function packagesOf(making: string, { package: published, with: others = [] }: Located): Packages {
  const path = join(making, 'package.json');
  if (!existsSync(path)) return {};
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Packages>;
  const needed = others.map((one) => [one.slice(0, one.lastIndexOf('@')), one.slice(one.lastIndexOf('@') + 1)]);
  return { ...dependencies, ...(published === undefined ? devDependencies : {}), ...Object.fromEntries(needed) };
}

/** Beside the project, whose own package.json stays as it is. */
async function install(dependencies: Packages, making: string): Promise<void> {
  const beside = mkdtempSync(join(home, 'packages-'));
  try {
    writeFileSync(join(beside, 'package.json'), JSON.stringify({ private: true, dependencies }));
    const quick = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
    await output(['npm', 'install', ...quick], { cwd: beside, ms });
    renameSync(join(beside, 'node_modules'), join(making, 'node_modules'));
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}
