/**
 * Every command of the extension, once: its title, its icon, and where it is offered. package.json comes from this table (`npm run manifest`),
 * and commands are registered by its names.
 */
import { testPath } from '../runners/recognise';

/** A place in a menu: its group there, and when it is shown. */
type Entry = readonly [menu: string, group: string, when?: string];

/** Unset parts: no icon, always enabled, always in the palette, in no menu. */
interface Command {
  readonly title: string;
  /** Name of a codicon. */
  readonly icon?: string;
  readonly enablement?: string;
  /** When the command palette has it. */
  readonly palette?: string;
  readonly menus?: readonly Entry[];
  readonly key?: readonly [key: string, when: string];
}

function command(name: string, icon?: string, offer?: Partial<Command>): Command {
  return { title: name, icon, ...offer };
}

const never = 'false';
const notResult = 'resourceScheme != whittle-result';
const noSelection = '!editorHasSelection && !isInDiffEditor';
/** Where a file looks like a test of some runner. */
const aTest = `resourcePath =~ /${testPath.source}/`;
const aFile = '!explorerResourceIsFolder';
const someFiles = '(explorerResourceIsFolder || listMultiSelection)';

/** The file is in a list that the extension keeps. */
const isIn = (list: string) => `resourcePath in whittle.${list}Paths`;
const reduced = `(${isIn('reduced')} || ${isIn('folder')})`;
const grey = `${notResult} && (${isIn('running')} || ${isIn('reduced')} || ${isIn('folder')})`;

const editor = (order: number, when: string): Entry => [
  'editor/context',
  `z_whittle@${order}`,
  `${notResult} && ${when}`,
];
const explorer = (order: number, when: string): Entry => ['explorer/context', `z_whittle@${order}`, when];
const title = (group: string, when: string): Entry => ['editor/title', group, when];

/** In the title of an editor, and in the palette when it is there. */
function inTitle(group: string, when: string) {
  return { palette: when, menus: [title(group, when)] };
}

/** On a test in these menus. */
function testing(order: number, ...places: readonly string[]): Entry[] {
  const hasFile = 'testing.testItemHasUri';
  return places.map((place) => [
    `testing/${place}`,
    `z_whittle@${order}`,
    place.startsWith('item') ? hasFile : undefined,
  ]);
}

/** On the runs of the history that are of this kind, in these groups. */
function onRun(kind: string, ...groups: readonly string[]): Partial<Command> {
  const when = `view == whittle.historyView && viewItem =~ /\\b${kind}\\b/`;
  return { palette: never, menus: groups.map((group) => ['view/item/context', group, when]) };
}

/** Begins a run, and so is only there in a workspace that is trusted. */
function starting(name: string, icon?: string, offer?: Partial<Command>): Command {
  return command(name, icon, { enablement: 'isWorkspaceTrusted', ...offer });
}

const table = {
  tryExample: starting('Try It on an Example'),
  reduceFile: starting('Reduce File', 'fold-down', { menus: [editor(1, noSelection), explorer(1, aFile)] }),
  reduceFolder: starting('Reduce Folder…', undefined, { menus: [explorer(3, someFiles)] }),
  makeReproduction: starting('Make Minimal Reproduction…', undefined, {
    menus: [
      editor(5, `${noSelection} && ${aTest}`),
      explorer(4, someFiles),
      explorer(4, `!listMultiSelection && ${aFile} && ${aTest}`),
      ...testing(4, 'item/context', 'message/context'),
    ],
  }),
  reduceFailingTest: starting('Reduce Failing Test', 'beaker', {
    palette: aTest,
    menus: [
      editor(0, `${noSelection} && ${aTest}`),
      explorer(0, `${aFile} && ${aTest}`),
      ['editor/title/context', 'z_whittle@0', `${notResult} && ${aTest}`],
    ],
  }),
  reduceThisTest: starting('Reduce This Test', 'beaker', {
    palette: never,
    menus: testing(1, 'item/context', 'message/context', 'item/gutter'),
  }),
  reduceSelection: starting('Reduce Selection', undefined, {
    palette: 'editorHasSelection',
    menus: [editor(1, 'editorHasSelection && !isInDiffEditor')],
  }),
  reduceLastFailed: starting('Reduce the Input of the Last Failed Command', 'fold', {
    menus: [['terminal/context', 'z_whittle@1']],
  }),
  reduceToProblem: starting('Reduce File to the Error at the Cursor'),
  isolateDifference: starting('Isolate Difference…', undefined, {
    menus: [editor(2, noSelection), explorer(2, aFile)],
  }),
  whyRed: starting('Why Is This Test Red?', 'git-compare', {
    palette: aTest,
    menus: [
      editor(1, `${noSelection} && ${aTest}`),
      explorer(1, `${aFile} && ${aTest}`),
      ...testing(2, 'item/context', 'message/context', 'item/gutter'),
    ],
  }),
  findOrder: starting('Find What Breaks This Test', 'list-ordered', {
    palette: never,
    menus: testing(3, 'item/context', 'message/context'),
  }),
  benchmarkSearches: starting('Benchmark Searches…'),
  editRule: starting('Edit What the Bug Looks Like…', 'edit', { palette: isIn('learned') }),
  keepShrinking: starting('Keep Shrinking', 'fold', { palette: `${isIn('test')} && ${isIn('reduced')}` }),
  choosePassingRevision: starting('Choose Passing Revision…', 'git-commit', { palette: isIn('test') }),
  historyAgain: starting('Run Again', 'refresh', onRun('again', 'inline@3', '2_run@1')),
  historyResume: starting('Resume Interrupted Run', 'debug-continue', onRun('ready', 'inline@1', '1_result@1')),
  neverRemove: command('Never Remove This with Whittle', 'lock', {
    palette: 'editorHasSelection',
    menus: [editor(3, `editorHasSelection && !isInDiffEditor && (${isIn('running')} || ${isIn('reduced')})`)],
  }),
  mayRemove: command('Allow Removing This Again', 'unlock', {
    palette: isIn('protected'),
    menus: [editor(4, `${isIn('protected')} && !isInDiffEditor`)],
  }),
  foldRemoved: command('Fold Removed Lines', 'fold', inTitle('2_whittle@1', `!isInDiffEditor && ${grey}`)),
  unfoldRemoved: command('Unfold Removed Lines', 'unfold', inTitle('2_whittle@2', isIn('folded'))),
  nextKept: command('Go to Next Kept Part', 'arrow-down', {
    ...inTitle('2_whittle@3', `!isInDiffEditor && ${grey}`),
    key: ['alt+f6', `editorTextFocus && ${grey}`],
  }),
  previousKept: command('Go to Previous Kept Part', 'arrow-up', {
    ...inTitle('2_whittle@4', `!isInDiffEditor && ${grey}`),
    key: ['shift+alt+f6', `editorTextFocus && ${grey}`],
  }),
  finish: command('Use the Result So Far', 'check', { palette: 'whittle.running' }),
  stop: command('Stop', 'debug-stop', {
    palette: 'whittle.running',
    menus: [title('navigation@3', isIn('running'))],
    key: ['shift+f5', `!inDebugMode && ${isIn('running')}`],
  }),
  pause: command('Pause', 'debug-pause', {
    enablement: 'whittle.canPause',
    palette: 'whittle.canPause',
    menus: [title('navigation@1', `${isIn('running')} && resourcePath not in whittle.pausedPaths`)],
  }),
  resume: command('Resume', 'debug-continue', {
    enablement: 'whittle.canResume',
    palette: 'whittle.canResume',
    menus: [title('navigation@1', isIn('paused'))],
  }),
  skipPhase: command('Skip Phase', 'debug-step-over', {
    enablement: 'whittle.canSkip',
    palette: 'whittle.canSkip',
    menus: [title('navigation@2', isIn('skippable'))],
  }),
  applyResult: command('Apply Result', 'check', inTitle('navigation@1', reduced)),
  showDiff: command('Show Diff', 'diff', inTitle('navigation@2', `${reduced} && !isInDiffEditor`)),
  showResult: command('Show Result Beside', undefined, { palette: reduced }),
  copyResult: command('Copy Result', 'copy', inTitle('1_whittle@1', isIn('reduced'))),
  discardResult: command('Discard Result', 'discard', inTitle('navigation@3', reduced)),
  saveResultAs: command('Save Result As…', 'save-as', inTitle('1_whittle@2', isIn('reduced'))),
  copyBugReport: command('Copy as Bug Report', 'report', inTitle('1_whittle@3', isIn('reduced'))),
  steps: command('Go to a Step…', 'history', {
    ...inTitle('1_whittle@4', `(${isIn('reduced')} || ${isIn('skippable')})`),
  }),
  whyKept: command('Why Is This Still Here?', 'question', {
    palette: isIn('reduced'),
    menus: [['editor/context', 'z_whittle@6', `!isInDiffEditor && ${isIn('reduced')}`]],
  }),
  otherFailures: command('Other Failures…', 'bug', { palette: isIn('reduced') }),
  resultActions: command('More Actions…', 'ellipsis', { palette: isIn('reduced') }),
  saveTask: command('Save as Task', 'save', { palette: isIn('savable') }),
  showDifference: command('Show Isolated Difference', 'diff', { palette: isIn('isolated') }),
  saveDifference: command('Save Both Files of the Difference…', 'save-all', {
    palette: isIn('isolated'),
    menus: [title('navigation@2', `${isIn('isolated')} && resourceScheme == whittle-result`)],
  }),
  chooseSearch: command('Choose Search…', 'settings-gear', {
    menus: [['view/title', 'navigation@1', 'view == whittle.runView']],
  }),
  showPanel: command('Show Panel'),
  setRedisPassword: command('Set Redis Password'),
  showLog: command('Show Log'),
  showOutput: command('Show Output of the Running Test', 'output', { palette: 'whittle.running' }),
  historyOpen: command('Open Result', 'go-to-file', onRun('result', 'inline@1', '1_result@1')),
  historyRemove: command('Remove from History', 'close', onRun('run', 'inline@4', '3_remove@1')),
};

/** The name of a command is `whittle.` and this. */
type CommandName = keyof typeof table;

export const commands: Readonly<Record<CommandName, Command>> = table;

/** Something for commands, by their ids. */
export type CommandsBy<T> = { readonly [N in CommandName as `whittle.${N}`]?: T };
