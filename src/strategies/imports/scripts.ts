/** A module of JavaScript or TypeScript without its exports, and with the names by which it is imported. */

/** What is imported: `default`, `*` or a name; and its name there. */
type Wanted = readonly [imported: string, own: string];

interface Importing {
  readonly wanted: readonly Wanted[];
  /** `export … from`. */
  readonly exports: boolean;
}

/** A module without its exports, and the names in it of what it exported. */
interface Module {
  readonly body: string;
  readonly locals: ReadonlyMap<string, string>;
}

/** `text`: of the module. Undefined if that is not simple. */
export function inlineScript(statement: string, text: string): string | undefined {
  const importing = importingOf(statement);
  if (!importing) return undefined;
  const { wanted, exports } = importing;
  if (exports && wanted.every(([imported, own]) => imported === own)) return text;
  const isModule = /^export\b/m.test(text);
  if (exports && (!isModule || wanted.some(([imported]) => imported === '*'))) return undefined;
  const { body, locals } = (isModule ? ofModule : ofCommonJs)(text, wanted) ?? {};
  const named = ([imported]: Wanted) =>
    locals?.get(imported) ?? (imported === '*' ? locals && objectOf(locals) : undefined);
  if (!locals || !wanted.every(named)) return undefined;
  const list = wanted.map((one) => (named(one) === one[1] ? one[1] : `${named(one)} as ${one[1]}`));
  const others = wanted.filter((one) => named(one) !== one[1]).map((one) => `const ${one[1]} = ${named(one)};`);
  return [body!.trimEnd(), ...(exports ? [`export { ${list.join(', ')} };`] : others)].join('\n');
}

/** Undefined if the statement has not one of the usual forms. */
function importingOf(text: string): Importing | undefined {
  const statement = text.trim().replace(/;$/, '').replace(/\s+/g, ' ');
  const source = String.raw`['"][^'"]*['"]`;
  const found = (form: string) => new RegExp(`^${form}$`).exec(statement);
  if (found(`import ${source}`) ?? found(`require\\(${source}\\)`)) return { wanted: [], exports: false };
  const imports = found(
    `import (?:type )?(?:([\\w$]+)(?:, ?| ))?(?:\\* as ([\\w$]+) ?|\\{([^}]*)\\} ?)?from ?${source}`,
  );
  if (imports) {
    const [, own, all, names = ''] = imports;
    const wanted = [...(own ? [['default', own] as const] : []), ...(all ? [['*', all] as const] : [])];
    return { wanted: [...wanted, ...listed(names, / as /)], exports: false };
  }
  const again = found(`export \\{([^}]*)\\} from ${source}`);
  if (found(`export \\* from ${source}`)) return { wanted: [], exports: true };
  if (again) return { wanted: listed(again[1], / as /), exports: true };
  const required = found(`(?:const|let|var) (?:([\\w$]+)|\\{([^{}=]*)\\}) = require\\(${source}\\)(?:\\.([\\w$]+))?`);
  if (!required) return undefined;
  const [, own, names, member = '*'] = required;
  if (own) return { wanted: [[member, own]], exports: false };
  return member === '*' ? { wanted: listed(names, /:/), exports: false } : undefined;
}

/** `a, b as c`. */
function listed(names: string, as: RegExp): Wanted[] {
  return names
    .split(',')
    .map((one) => one.trim().replace(/^type /, ''))
    .filter(Boolean)
    .map((one) => one.split(as).map((name) => name.trim()))
    .map(([imported, own = imported]) => [imported, own]);
}

function ofModule(text: string, wanted: readonly Wanted[]): Module | undefined {
  const first = wanted.find(([imported]) => imported === 'default')?.[1];
  if (first === 'default') return undefined;
  const locals = new Map<string, string>();
  const isDefault = (own: string) => (locals.set('default', own), own);
  const body = text
    .replace(
      /^export default ((?:async )?function\b(?: ?\*)?|(?:abstract )?class\b)(?:\s*(?!extends\b)([\w$]+)| +(?=\())?/m,
      (_, kind: string, own = first) => (own ? `${kind} ${isDefault(own)}` : kind),
    )
    .replace(
      /^export default ((?!\d|null\b|true\b|false\b)[\w$]+)[ \t]*;?[ \t]*$/m,
      (_, own: string) => (isDefault(own), ''),
    )
    .replace(/^export default /m, () => (first ? `const ${isDefault(first)} = ` : ''))
    .replace(/^export ((?:type )?\{)([^}]*)\} from /gm, (all, start: string, names: string) => {
      const given = listed(names, / as /);
      if (given.some(([, own]) => own === 'default')) return all;
      for (const [, own] of given) locals.set(own, own);
      return `import ${start}${names}} from `;
    })
    .replace(/^export (?:type )?\{([^}]*)\}[ \t]*;?[ \t]*$/gm, (_, names: string) => {
      for (const [own, given] of listed(names, / as /)) locals.set(given, own);
      return '';
    })
    .replace(
      /^export ((?:(?:declare|abstract|async) )*(?:function ?\*?|class|(?:const )?enum|const|let|var|type|interface|namespace) ?([\w$]+))/gm,
      (_, kept: string, own: string) => (locals.set(own, own), kept),
    );
  return { body, locals };
}

function objectOf(locals: ReadonlyMap<string, string>): string {
  const members = Array.from(locals, ([given, own]) => (given === own ? own : `${given}: ${own}`));
  return `{ ${members.join(', ')} }`;
}

/** What `module.exports` becomes is a variable, or nothing if it is one. */
function ofCommonJs(text: string, wanted: readonly Wanted[]): Module | undefined {
  const mentions = text.match(/\b(?:module\.)?exports\b/g)?.length ?? 0;
  const hasWhole = /^module\.exports = /m.test(text);
  const locals = new Map<string, string>();
  if (wanted.length === 0 || (hasWhole && mentions > 1)) return mentions === 0 ? { body: text, locals } : undefined;
  const [[imported, own]] = wanted;
  const isWhole = wanted.length === 1 && (imported === '*' || imported === 'default');
  if (isWhole && !hasWhole) {
    const body = `const ${own} = {};\n${text.replace(/\b(?:module\.)?exports\b/g, () => own)}`;
    return { body, locals: locals.set(imported, own) };
  }
  const body = text
    .replace(/^module\.exports = (?:\{([\w$\s,:]*)\}|([\w$]+))[ \t]*;?[ \t]*$/m, (all, names = '', name = '') => {
      const given = new Map(isWhole ? [[imported, name]] : listed(names, /:/));
      if (isWhole ? name !== own : !wanted.every(([one]) => given.has(one))) return all;
      for (const [one] of wanted) locals.set(one, given.get(one)!);
      return '';
    })
    .replace(/^module\.exports = /m, () => {
      for (const [one, to] of wanted) locals.set(one, to);
      const pattern = wanted.map(([one, to]) => (one === to ? one : `${one}: ${to}`)).join(', ');
      return `const ${isWhole ? own : `{ ${pattern} }`} = `;
    })
    .replace(/^(?:module\.)?exports\.([\w$]+) = (?:([\w$]+)[ \t]*;?[ \t]*$)?/gm, (all, name, value = '') => {
      const to = wanted.find(([one]) => one === name)?.[1];
      if (to === undefined) return all;
      locals.set(name, to);
      return value === to ? '' : `const ${to} = ${value && `${value};`}`;
    });
  return { body, locals };
}
