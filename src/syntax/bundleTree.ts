/**
 * One tree over the files of a bundle: directories, files, and the elements of each file. A file is an element with its header; its
 * children are those of its own tree. So one search goes from whole directories to single tokens.
 */
import type { Part } from '../text/bundle';
import { countTokens } from '../text/tokens';
import { columns, type Columns, type ElementTree } from './elementTree';
import { referenceIndex, referencesIn } from './references';

/** A file of the bundle, with the tree of its text. */
export interface FileTree {
  readonly part: Part;
  /** Undefined: it has no elements, and goes whole. */
  readonly tree?: ElementTree;
  /** In tokens; that of its text if unset. */
  readonly weight?: number;
}

/** `files`: in the order of their paths. */
export function bundleTree(text: string, files: readonly FileTree[]): ElementTree {
  return new Assembly(text, files).table();
}

/** Their directory elements, each with several files, and their depth. */
interface Directory {
  readonly element: number;
  /** With the final `/`; '' for the root. */
  readonly path: string;
}

/** Columns that hold elements, and those that hold offsets. -1 stays. */
const elements = ['parent', 'previous', 'next'] as const;
const offsets = ['start', 'end', 'before', 'after', 'separator', 'leading', 'trailing'] as const;

class Assembly {
  private readonly columns: Columns;
  private readonly last: Int32Array;
  private readonly weight: Int32Array;
  private readonly types = new Map<string, number>();
  private readonly fillers = new Map<number, string>();
  private readonly names = new Map<number, string>();
  private readonly references: ReturnType<typeof referenceIndex>;
  private count = 0;

  constructor(
    private readonly text: string,
    private readonly files: readonly FileTree[],
  ) {
    const directories = files.reduce((sum, { part }) => sum + part.path.split('/').length, 1);
    const most = files.reduce((sum, { tree }) => sum + (tree?.count ?? 1), directories);
    this.columns = Object.fromEntries(columns.map((name) => [name, new Int32Array(most).fill(-1)])) as Columns;
    this.last = new Int32Array(most);
    this.weight = new Int32Array(most);
    this.references = referenceIndex(files.map(({ part }) => part.path));
  }

  table(): ElementTree {
    this.add('directory', { start: 0, end: this.text.length }, -1);
    const open: Directory[] = [{ element: 0, path: '' }];
    this.files.forEach((file, at) => {
      while (!file.part.path.startsWith(open[open.length - 1].path)) this.close(open.pop()!, at);
      this.openDirectories(open, at);
      this.addFile(file, open[open.length - 1].element);
    });
    while (open.length > 0) this.close(open.pop()!, this.files.length);
    const cut = (column: Int32Array) => column.subarray(0, this.count);
    return {
      text: this.text,
      hasErrors: this.files.some(({ tree }) => tree?.hasErrors),
      count: this.count,
      ...(Object.fromEntries(columns.map((name) => [name, cut(this.columns[name])])) as Columns),
      last: cut(this.last),
      weight: cut(this.weight),
      types: [...this.types.keys()],
      fillers: this.fillers,
      names: this.names,
    };
  }

  /** Adds the directories between the innermost open one and the file, those with several files only. */
  private openDirectories(open: Directory[], at: number): void {
    const { part } = this.files[at];
    for (let slash = part.path.indexOf('/', open[open.length - 1].path.length); slash >= 0;) {
      const path = part.path.slice(0, slash + 1);
      const outer = open[open.length - 1];
      const isShared = this.files[at + 1]?.part.path.startsWith(path) ?? false;
      const isAll = outer.path === '' && at === 0 && this.files[this.files.length - 1].part.path.startsWith(path);
      if (isShared && !isAll) {
        open.push({ element: this.add('directory', { start: part.start, end: part.end }, outer.element), path });
      }
      slash = part.path.indexOf('/', slash + 1);
    }
  }

  /** `next`: the first file after it. */
  private close({ element }: Directory, next: number): void {
    const end = this.files[next - 1]?.part.end ?? 0;
    this.columns.end[element] = element === 0 ? this.text.length : end;
    this.last[element] = this.count - 1;
    this.weight[element] = 0;
    for (let child = element + 1; child < this.count; child = this.last[child] + 1) {
      this.weight[element] += this.weight[child];
    }
  }

  private addFile({ part, tree, weight }: FileTree, parent: number): void {
    const extension = /\.\w+$/.exec(part.path)?.[0] ?? '';
    const file = this.add(`file${extension}`, part, parent);
    this.names.set(file, this.references.nameOf(part.path));
    // A file without text is worth a test too.
    this.weight[file] = 1 + (weight ?? tree?.weight[0] ?? countTokens(this.text.slice(part.textStart, part.end)));
    if (tree) this.addTree(tree, file, part);
    this.last[file] = this.count - 1;
  }

  /** The rows of a file's own tree but for the root, for which `file` stands. */
  private addTree(tree: ElementTree, file: number, { path, textStart }: Part): void {
    const types = tree.types.map((type) => this.indexOf(type));
    const to = file + 1;
    const rows = (column: Int32Array) => column.subarray(1);
    for (const name of columns) this.columns[name].set(rows(tree[name]), to);
    this.last.set(rows(tree.last), to);
    this.weight.set(rows(tree.weight), to);
    this.count += tree.count - 1;
    const { columns: own, last } = this;
    const depth = own.depth[file];
    for (let row = to; row < this.count; row++) {
      for (const name of elements) if (own[name][row] >= 0) own[name][row] += file;
      for (const name of offsets) if (own[name][row] >= 0) own[name][row] += textStart;
      own.type[row] = types[own.type[row]];
      own.depth[row] += depth;
      last[row] += file;
    }
    for (const [element, filler] of tree.fillers) if (element > 0) this.fillers.set(file + element, filler);
    for (const { element, text } of referencesIn(tree)) {
      const name = this.references.find(path, text);
      if (name !== undefined) this.names.set(file + element, name);
    }
  }

  private add(type: string, { start, end }: { readonly start: number; readonly end: number }, parent: number): number {
    const row = this.count++;
    const { columns: own } = this;
    own.start[row] = start;
    own.end[row] = end;
    own.parent[row] = parent;
    own.depth[row] = parent < 0 ? 0 : own.depth[parent] + 1;
    own.type[row] = this.indexOf(type);
    own.slot[row] = own.least[row] = own.extra[row] = 0;
    return row;
  }

  private indexOf(type: string): number {
    let index = this.types.get(type);
    if (index === undefined) this.types.set(type, (index = this.types.size));
    return index;
  }
}
