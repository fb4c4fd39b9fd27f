// node oracles.mjs CASE CANDIDATE: the oracles of ten cases of the corpus as programs for Node.js, since Windows has no bash for their
// oracle.sh. Exit code 0: the bug is there. WHITTLE_CORPUS: the cases; CORPUS_TOOLS: the folder with their node_modules; both absolute.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { esbuild } from '../demo/input.mjs';

const [name, path] = process.argv.slice(2);
const { WHITTLE_CORPUS: corpus, CORPUS_TOOLS: tools } = process.env;
const modules = join(tools, 'node_modules');
const load = (module) => createRequire(import.meta.url)(join(modules, module));

const read = (file) => readFileSync(file, 'utf8');
const format = (text, parser) => load('prettier200').format(text, { parser });
/** Does the work fail with such a message? */
const fails = (work, message, stack = /(?:)/) => {
  try {
    work();
    return false;
  } catch (error) {
    return message.test(error.message) && stack.test(error.stack);
  }
};
const formatFails = (parser, message) => (text) => fails(() => format(text, parser), message);

const oracles = {
  'graphql-prettier-schema-extension': formatFails('graphql', /unknown graphql type: "SchemaExtension"/),
  'html-prettier-valueof-tag': formatFails('html', /getNodeCssStyleWhiteSpace\(\.\.\.\)\.startsWith is not a function/),
  'js-prettier-break-comment': formatFails('babel', /^Comment ".*" was not printed\. Please report this error!/),
  'js-terser-catch-scope'(text) {
    const before = said(text);
    if (!/^hook: PASS$/m.test(before) || /THROWS/.test(before)) return false;
    const { error, code } = load('terser38').minify(text, { compress: false, mangle: true });
    const after = error || !code ? '' : said(code);
    return !/^hook: /m.test(after) && /^THROWS TypeError: \w+ is not a function$/m.test(after);
  },
  'less-prettier-mixin-semicolon'(text) {
    const once = format(text, 'less');
    const [before, after] = [once, format(once, 'less')].map((one) => one.split('\n'));
    const isDoubled = (line, at) =>
      !/;;$/.test(line) && after[at] === `${line};` && /^\s*>?\s*\.[\w-]+\(.*\);$/.test(line);
    return before.length === after.length && before.some(isDoubled);
  },
  'peer-c-esbuild-static-block'(text) {
    const options = ['--bundle', '--minify-syntax', '--log-limit=1', '--loader=js'];
    return /panic: Internal error[^]*visitClass/.test(outputOf(esbuild(), options, { input: text }).output);
  },
  'scss-prettier-at-rule-comment'(text) {
    const once = format(text, 'scss');
    return /^\s*\/\/.*\{$/m.test(once) && formatFails('scss', /CssSyntaxError Unexpected \}/)(once);
  },
  'svg-svgo-arc-flags': (text) =>
    text !== '' &&
    new (load('svgo10'))({}).optimize(text).then(
      () => false,
      (error) =>
        /Cannot read properties of undefined \(reading .toFixed.\)/.test(error?.message) &&
        /convertPathData/.test(error?.stack),
    ),
  'test-mocha-qs-prototype'(text) {
    const options = ['--no-config', '--no-package', '--reporter', 'dot', '--no-color', 'query.test.js'];
    const { status, output } = besideSources('test-mocha-qs-prototype', text, 'query.test.js', (cwd) =>
      // A variable finds the packages also where a directory cannot have a link to them.
      outputOf(process.execPath, [join(modules, 'mocha/bin/mocha.js'), ...options], {
        cwd,
        env: { ...process.env, NODE_PATH: modules },
      }),
    );
    return status > 0 && status < 100 && /AssertionError.*: toString was overwritten/.test(output);
  },
  'ts-tsc-numeric-type-name': (text) =>
    fails(
      () => load('ts44').createSourceFile('a.ts', text, 99),
      /^\s*Debug Failure\.?\s*$/,
      /parseErrorForInvalidName/,
    ),
};

/** What a script prints, in a context of its own. */
function said(code) {
  let output = '';
  const log = (...words) => (output += `${words.join(' ')}\n`);
  const module = { exports: {} };
  const console = { log, warn() {}, error() {} };
  const context = createContext({ console, module, exports: module.exports, setTimeout() {}, clearTimeout() {} });
  try {
    runInContext(code, context, { timeout: 3000 });
  } catch (error) {
    output += `THROWS ${error?.name}: ${error?.message}\n`;
  }
  return output;
}

/** Does the work in a directory with the candidate and the sources of a case. */
function besideSources(folder, text, file, work) {
  const directory = mkdtempSync(join(tmpdir(), 'oracle-'));
  try {
    cpSync(join(corpus, folder, 'lib'), join(directory, 'lib'), { recursive: true });
    writeFileSync(join(directory, file), text);
    return work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function outputOf(program, args, options) {
  const { status, stdout, stderr } = spawnSync(program, args, options);
  return { status, output: `${stdout}${stderr}` };
}

const holds = async () => oracles[name](read(path));
process.exitCode = (await holds().catch(() => false)) ? 0 : 1;
