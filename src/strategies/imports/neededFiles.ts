/** Files that a program needs, from one that no other file names along what each imports by name: the rest of a library goes at once. */
import * as l10n from '@vscode/l10n';
import { childrenOf, textOf, type ElementTree } from '../../syntax/elementTree';
import { tryAny } from '../moves/moves';
import { cutsOfElements, parsedText } from '../parsedText';
import { named, parsing } from '../pipelines/steps';
import type { Step } from '../strategy';
import { importingOf } from './scripts';

/** A statement of a file, outermost. */
interface Statement {
  readonly element: number;
  readonly words: readonly string[];
  /** Files that it names. */
  readonly targets: readonly number[];
  /** `exports.a = …`: the name that it gives. */
  readonly given?: string;
  /** It only lists what the file gives: `export { a, b }`, `__all__ = ['a']`. */
  readonly isList: boolean;
}

/** Names that are wanted of a file; undefined: all. */
type Demand = ReadonlySet<string> | undefined;

/** Files that are tried as the one that the rest is there for. */
const mostRoots = 6;

const likelyRoot = /(?:test|spec|main|index|app)[^/]*$/i;

export const neededFiles: Step = parsing(
  named(
    () => l10n.t('Looking for what is needed'),
    (base, context) => {
      const text = parsedText(base, context);
      const program = new Program(text.tree);
      const needless = program.roots
        .slice(0, mostRoots)
        .map((root) => program.needless(root))
        .filter((elements) => elements.length > 0);
      const edits = (at: number) => cutsOfElements(text, needless[at]);
      return tryAny(base, { count: needless.length, edits, chance: 0.5 });
    },
  ),
);

const keywords = /^(?:import|export|from|as|default|type|const|let|var|require|module|exports)$/;
const list = /^(?:export\s*\{|module\.exports\s*=\s*\{|__all__\b)/;

class Program {
  /** By file. */
  private readonly statements: ReadonlyMap<number, readonly Statement[]>;
  /** Files that another one names. */
  private readonly targets: ReadonlySet<number>;

  constructor(private readonly tree: ElementTree) {
    const files = Array.from(tree.start.keys()).filter((element) => tree.types[tree.type[element]].startsWith('file'));
    const fileOf = new Map(files.map((file) => [tree.names?.get(file), file]));
    const targetsIn = (element: number) =>
      Array.from({ length: tree.last[element] + 1 - element }, (_, at) => tree.names?.get(element + at))
        .filter((name) => name !== undefined)
        .flatMap((name) => fileOf.get(name) ?? []);
    const statementsOf = (file: number) =>
      childrenOf(tree, file).map((element) => statementOf(textOf(tree, element), element, targetsIn(element)));
    this.statements = new Map(files.map((file) => [file, statementsOf(file)]));
    this.targets = new Set([...this.statements.values()].flat().flatMap(({ targets }) => targets));
  }

  /** Files that no other names, and that name others; the likeliest first. */
  get roots(): number[] {
    const rank = (file: number) => Number(!likelyRoot.test(this.pathOf(file)));
    return [...this.statements]
      .filter(([file, all]) => !this.targets.has(file) && all.some(({ targets }) => targets.length > 0))
      .map(([file]) => file)
      .sort((a, b) => rank(a) - rank(b) || a - b);
  }

  /** What `root` does not need: files, statements that name them, and parts of lists. Files that name none, and that none names, stay. */
  needless(root: number): number[] {
    const demands = this.demandsFrom(root);
    return [...this.statements].flatMap(([file, all]) => {
      const isAlone = !this.targets.has(file) && all.every(({ targets }) => targets.length === 0);
      if (!demands.has(file)) return isAlone ? [] : [file];
      const live = new Set(this.liveIn(file, demands.get(file)));
      const dead = all.filter((one) => !live.has(one));
      const gone = new Set(dead.flatMap(({ words }) => words));
      const lists = all.filter(({ isList }) => isList);
      return [...dead.map(({ element }) => element), ...lists.flatMap(({ element }) => this.partsOf(element, gone))];
    });
  }

  private demandsFrom(root: number): Map<number, Demand> {
    const demands = new Map<number, Demand>([[root, undefined]]);
    const waiting = [root];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const demand = demands.get(file);
      for (const { element, targets } of this.liveIn(file, demand)) {
        const wanted = demandOf(textOf(this.tree, element), demand);
        for (const target of targets) {
          const before = demands.get(target);
          const both = before && wanted && new Set([...before, ...wanted]);
          if (demands.has(target) && (before === undefined || both?.size === before.size)) continue;
          demands.set(target, demands.has(target) ? both : wanted);
          waiting.push(target);
        }
      }
    }
    return demands;
  }

  /** Statements that do more than give what nobody wants. */
  private liveIn(file: number, demand: Demand): readonly Statement[] {
    const all = this.statements.get(file)!;
    if (demand === undefined) return all;
    const isWanted = ({ given }: Statement) => given === undefined || demand.has(given);
    const users = all.filter((one) => !one.isList && one.targets.length === 0 && isWanted(one));
    const used = new Set([...demand, ...users.flatMap(({ words }) => words)]);
    const isUsed = ({ words, targets }: Statement) =>
      targets.length === 0 || words.length === 0 || words.some((word) => used.has(word));
    return all.filter((one) => one.isList || (isWanted(one) && isUsed(one)));
  }

  private partsOf(element: number, gone: ReadonlySet<string>): number[] {
    const { tree } = this;
    const isGone = (part: number) =>
      tree.slot[part] >= 0 && gone.has(/[\w$]+(?=\W*$)/.exec(textOf(tree, part))?.[0] ?? '') && tree.weight[part] < 4;
    return Array.from({ length: tree.last[element] - element }, (_, at) => element + 1 + at).filter(isGone);
  }

  private pathOf(file: number): string {
    return /^\0([^\0]*)/.exec(textOf(this.tree, file))?.[1] ?? '';
  }
}

function statementOf(text: string, element: number, targets: readonly number[]): Statement {
  const plain = text.replace(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g, '');
  const words = [...new Set(plain.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu))].filter((word) => !keywords.test(word));
  const isList = targets.length === 0 && list.test(text);
  const given = /^(?:module\.)?exports\.([\w$]+) = /.exec(text)?.[1];
  return { element, words, targets, isList, ...(given !== undefined && { given }) };
}

/** What a statement wants of the files that it names. `demand`: what is wanted of its own file. */
function demandOf(statement: string, demand: Demand): Demand {
  const script = importingOf(statement);
  if (script?.exports && script.wanted.length === 0) return demand;
  const python = /^from\s+\S+\s+import\s+\(?([^)*]+)\)?$/.exec(statement)?.[1].match(/\w+/g);
  const names = script ? script.wanted.map(([imported]) => imported) : python;
  const isWhole = !names || names.includes('*') || (names.includes('default') && !script?.exports);
  return isWhole ? undefined : new Set(names);
}
