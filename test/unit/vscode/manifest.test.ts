/** What package.json says of us must be what the code does. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { current } from '../../../src/build/manifest/manifest';
import texts from '../../../package.nls.json';
import written from '../../../package.json';
import { repeatOf } from '../../../src/oracle/judging/repeat';
import { exitZero } from '../../../src/oracle/judging/rule';
import { ruleFrom, type RuleWords } from '../../../src/oracle/judging/ruleWords';
import { testPath } from '../../../src/runners/recognise';
import { reducers } from '../../../src/reducers/registry';
import { everyContender } from '../../../src/reduction/comparison/contenders';
import { strategies } from '../../../src/strategies/registry';
import { manifest } from '../../support/manifest';
import { expectWhole } from '../../support/packed';

const { contributes } = manifest;

describe('the manifest', () => {
  it('is current: npm run manifest writes it from the registries', () => {
    const now = current(written, texts);
    assert.deepEqual(now.manifest, written);
    assert.deepEqual(Object.entries(now.texts), Object.entries(texts));
  });

  it('becomes current again, whatever was changed in what is written', () => {
    const { menus, ...rest } = written.contributes;
    const palette = menus.commandPalette.map((entry) => ({ ...entry, when: entry.when.replace('_test', '_tests') }));
    const stale = {
      ...written,
      contributes: {
        ...rest,
        menus: { ...menus, commandPalette: palette },
        configuration: [],
        taskDefinitions: [{ type: 'whittle', properties: {} }],
        languageModelTools: [],
      },
    };
    const byHand = Object.fromEntries(Object.entries(texts).filter(([key]) => !/^text\./.test(key)));
    const now = current(stale, { 'text.old': 'Gone.', ...byHand });
    assert.deepEqual([now.manifest, now.texts], [written, texts]);
  });

  const properties = Object.assign({}, ...contributes.configuration.map((group) => group.properties)) as {
    'whittle.search': NonNullable<(typeof contributes.configuration)[0]['properties']['whittle.search']>;
  };

  it('has its settings in three groups with a title', () => {
    const titles = contributes.configuration.map(({ title }) => title);
    assert.deepEqual(titles, ['Search', 'Tests', 'Editor']);
  });

  it('has few settings and task fields', () => {
    assert.ok(Object.keys(properties).length <= 16);
    assert.ok(Object.keys(contributes.taskDefinitions[0].properties).length <= 24);
  });

  it('takes every search, and offers each strategy and each list reducer with a sentence', () => {
    const { pattern, defaultSnippets } = properties['whittle.search'];
    const search = new RegExp(pattern);
    for (const name of [...everyContender(), 'hddr:probdd+p0=0.3+sweep=on', 'hddr+direction=backward']) {
      assert.match(name, search);
    }
    for (const name of ['', 'best', 'hddr:best', 'hddr:cdd:cdd', 'default+', 'default+none=1', 'default+hoists']) {
      assert.doesNotMatch(name, search);
    }
    const names = [...strategies.map(({ name }) => name), ...reducers.map(({ name }) => `hddr:${name}`)];
    assert.deepEqual(
      defaultSnippets.map(({ label, body }) => [label, body]),
      names.map((name) => [name, name]),
    );
    for (const { description } of defaultSnippets) assert.match(description, /^[A-Za-z].*\.$/);
  });

  it('has a task field for all that a verdict rule can be written with, and reads what it suggests', () => {
    const fields = contributes.taskDefinitions[0].properties;
    const words: Required<RuleWords> = { exit: '', match: '', noMatch: '', sameFailure: false };
    for (const name of Object.keys(words)) {
      assert.ok(name in fields, name);
      assert.ok(name in fields.also.items.anyOf[1].properties!, name);
    }
    assert.deepEqual(ruleFrom({ exit: fields.exit.default }), exitZero);
    for (const bound of [fields.runs.minimum, fields.runs.maximum]) {
      assert.deepEqual(repeatOf(bound, fields.need.minimum), { runs: bound, need: 1 });
    }
    assert.throws(() => repeatOf(fields.runs.maximum + 1), /1 to 100/);
  });

  it('has a registered command for every menu entry, and a title for every command', () => {
    const files = readdirSync('src/vscode', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const source = files.map((name) => readFileSync(join('src/vscode', name), 'utf8')).join('\n');
    const verbs = ['pause', 'resume', 'skipPhase', 'finish'].map((name) => `whittle.${name}`);
    const commands = contributes.commands.map(({ command }) => command);
    for (const { command, title, category } of contributes.commands) {
      assert.ok(source.includes(`'${command}'`) || verbs.includes(command), command);
      assert.match(`${category}: ${title}`, /^Whittle: [A-Z]/);
    }
    for (const entries of Object.values(contributes.menus)) {
      for (const { command } of entries) assert.ok(commands.includes(command), command);
    }
  });

  it('offers to reduce a failing test where a file looks like one, in each of its menus', () => {
    const {
      commandPalette,
      'testing/item/context': item,
      'testing/item/gutter': gutter,
      'testing/message/context': message,
      ...menus
    } = contributes.menus;
    for (const name of ['explorer/context', 'editor/context', 'editor/title/context'] as const) {
      const entry = menus[name].find(({ command }) => command === 'whittle.reduceFailingTest');
      assert.ok(entry?.when.endsWith(` && resourcePath =~ /${testPath.source}/`), name);
    }
    const palette = commandPalette.find(({ command }) => command === 'whittle.reduceFailingTest');
    assert.equal(palette?.when, `resourcePath =~ /${testPath.source}/`);
    for (const menu of [item, gutter, message]) {
      assert.ok(menu.some(({ command }) => command === 'whittle.reduceThisTest'));
      assert.ok(menu.some(({ command }) => command === 'whittle.whyRed'));
    }
  });

  it('knows test files by their paths', () => {
    const tests =
      'a.test.js a.spec.tsx a-test.mjs a_test.py a_test.go test_a.py test/a.js tests/a.rs __tests__/b/a.ts spec/a.cjs';
    const others = 'a.js test.md contest/a.js latest.ts testing/a.js test_a.txt src/lib.rs attest_a.py';
    for (const name of tests.split(' ')) assert.match(`/home/me/${name}`, testPath);
    for (const name of others.split(' ')) assert.doesNotMatch(`/home/me/${name}`, testPath);
    assert.match('C:\\me\\test\\a.js', testPath);
  });

  it('lets nothing run in a workspace that is not trusted: what begins a run is disabled there', () => {
    const begins =
      /^(tryExample|reduce|makeReproduction|isolate|benchmark|editRule|keepShrinking|choosePassingRevision|whyRed|findOrder|historyAgain|historyResume)/;
    for (const { command, enablement } of contributes.commands as { command: string; enablement?: string }[]) {
      const disabled = enablement?.includes('isWorkspaceTrusted') ?? false;
      assert.equal(disabled, begins.test(command.slice('whittle.'.length)), command);
    }
    for (const { when } of contributes.languageModelTools) assert.equal(when, 'isWorkspaceTrusted');
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
    assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, ['whittle.cluster']);
    assert.deepEqual(manifest.extensionKind, ['workspace']);
  });

  it('has a walkthrough whose pictures are there and packed, and whose links and events name commands of ours or of VS Code', () => {
    const own = contributes.commands.map(({ command }) => command);
    const others = /^workbench\.(action\.files\.openFile|action\.tasks\.configureTaskRunner|view\.testing\.focus)$/;
    const isCommand = (name: string) => own.includes(name) || others.test(name);
    const views = contributes.views.whittle.map(({ id }) => id);
    const [{ steps }] = contributes.walkthroughs;
    assert.ok(readFileSync('.vscodeignore', 'utf8').includes('!media/walkthrough/*.png'));
    for (const { id, description, media, completionEvents } of steps) {
      for (const file of Object.values(media.image)) assert.ok(existsSync(file), file);
      assert.deepEqual(Object.keys(media.image), ['dark', 'light', 'hc', 'hcLight'], id);
      assert.ok(media.altText.length > 20, id);
      const links = [...description.matchAll(/\]\(command:([\w.]+)\)/g)].map(([, name]) => name);
      assert.ok(links.length > 0, id);
      for (const name of links) assert.ok(isCommand(name), name);
      for (const event of completionEvents) {
        const [kind, name] = event.split(':');
        if (kind === 'onCommand') assert.ok(isCommand(name), event);
        else if (kind === 'onView') assert.ok(views.includes(name), event);
        else assert.equal(event, 'onStepSelected');
      }
    }
  });

  it('shows pictures in the README that are there', () => {
    const pictures = [...readFileSync('README.md', 'utf8').matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g)];
    assert.ok(pictures.length >= 1);
    for (const [, words, file] of pictures) assert.ok(existsSync(file) && words.length > 20, file);
  });

  it('wakes for a run to resume, a terminal that tells of failures, and files whose problems have a light bulb', () => {
    const [git, modules, terminal, ...languages] = manifest.activationEvents;
    const notes = ['.git/whittle-run', 'node_modules/.cache/whittle/run'];
    assert.deepEqual(
      [git, modules],
      notes.map((note) => `workspaceContains:${note}`),
    );
    assert.equal(terminal, 'onTerminalShellIntegration:*');
    for (const event of languages) assert.match(event, /^onLanguage:[a-z]+$/);
    for (const id of ['typescript', 'python', 'cpp']) assert.ok(languages.includes(`onLanguage:${id}`), id);
  });

  it('loads no grammar and no process library with the extension', () => {
    assert.doesNotMatch(
      readFileSync('dist/extension.js', 'utf8'),
      /web-tree-sitter\/web-tree-sitter|node_modules\/execa/,
    );
  });

  it('brings the skill for agents, whose name is that of its folder', () => {
    const packed = readFileSync('.vscodeignore', 'utf8').split('\n');
    for (const { path } of written.contributes.chatSkills) {
      assert.ok(packed.includes(path.replace(/^\.\//, '!')));
      assert.equal(/^name: (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1], basename(dirname(path)));
    }
  });

  it('names files that are there', () => {
    const views = [...contributes.viewsContainers.activitybar, ...contributes.views.whittle].map(({ icon }) => icon);
    for (const file of [...views, manifest.icon, contributes.grammars[0].path, manifest.main, manifest.bin.whittle]) {
      assert.ok(existsSync(file), file);
    }
  });

  it('is packed with every page that the build makes', () => {
    const packed = readFileSync('.vscodeignore', 'utf8').split('\n');
    const sheets = readdirSync('dist').filter((name) => name.endsWith('.css'));
    assert.ok(sheets.length > 0);
    for (const name of [...sheets, 'page.js']) assert.ok(packed.includes(`!dist/${name}`), name);
  });

  it('is packed with every file of the build that its own files name', () => {
    const lines = readFileSync('.vscodeignore', 'utf8').split('\n');
    const patterns = lines.flatMap((line) => (line.startsWith('!dist/') ? [line.slice('!dist/'.length)] : []));
    const kinds = patterns.map((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '.*')}$`));
    expectWhole(readdirSync('dist').filter((name) => kinds.some((kind) => kind.test(name))));
  });

  it('asks for no more of the editor than our types know', () => {
    assert.equal(manifest.engines.vscode, `^${manifest.devDependencies['@types/vscode']}`);
  });
});
