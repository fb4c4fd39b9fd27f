/** A module of JavaScript or TypeScript without its exports, and with the names by which it is imported. */

/** What is imported: `default`, `*` or a name; and its name there. */
type Wanted = readonly [imported: string, own: string];

interface Importing {
  readonly wanted: readonly Wanted[];
  /** `export … from`. */
  readonly exports: boolean;
}

/** `text`: of the module. Undefined if that is not simple. */
export function inlineScript(statement: string, text: string): string | undefined {
  const importing = importingOf(statement.trim().replace(/;$/, '').replace(/\s+/g, ' '));
  if (!importing) return undefined;
  const { wanted, exports } = importing;
  if (exports && wanted.every(([imported, own]) => imported === own)) return text;
  if (/^export\b/m.test(text)) return ofModule(text, importing);
  return exports ? undefined : ofCommonJs(text, wanted);
}

function importingOf(statement: string): Importing | undefined {
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

function ofModule(text: string, { wanted, exports }: Importing): string | undefined {
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
  const named = (imported: string) => (imported === '*' ? objectOf(locals) : locals.get(imported));
  if (wanted.some(([imported]) => named(imported) === undefined)) return undefined;
  if (exports) {
    const list = wanted.map(([imported, own]) => (named(imported) === own ? own : `${named(imported)} as ${own}`));
    return wanted.some(([imported]) => imported === '*')
      ? undefined
      : joinLines(body, [`export { ${list.join(', ')} };`]);
  }
  const others = wanted.filter(([imported, own]) => named(imported) !== own);
  return joinLines(
    body,
    others.map(([imported, own]) => `const ${own} = ${named(imported)};`),
  );
}

function objectOf(locals: ReadonlyMap<string, string>): string {
  const members = Array.from(locals, ([given, own]) => (given === own ? own : `${given}: ${own}`));
  return `{ ${members.join(', ')} }`;
}

/** What `module.exports` becomes is a variable, or nothing if it is one. */
function ofCommonJs(text: string, wanted: readonly Wanted[]): string | undefined {
  const mentions = text.match(/\b(?:module\.)?exports\b/g)?.length ?? 0;
  if (wanted.length === 0) return mentions === 0 ? text : undefined;
  const [[imported, own]] = wanted;
  const isWhole = wanted.length === 1 && (imported === '*' || imported === 'default');
  const whole = /^module\.exports = /m.exec(text);
  if (whole) {
    if (mentions > 1) return undefined;
    const [all, names, name] = /^module\.exports = (?:\{([\w$\s,:]*)\}|([\w$]+))[ \t]*;?[ \t]*$/m.exec(text) ?? [];
    if (isWhole && name === own) return text.replace(all!, '');
    const locals = new Map(names && !isWhole ? listed(names, /:/) : []);
    if (!isWhole && wanted.every(([one]) => locals.has(one))) {
      return joinLines(text.replace(all!, ''), assignments(wanted.map(([one, to]) => [locals.get(one)!, to])));
    }
    const pattern = wanted.map(([one, to]) => (one === to ? one : `${one}: ${to}`)).join(', ');
    return text.replace(whole[0], () => `const ${isWhole ? own : `{ ${pattern} }`} = `);
  }
  if (isWhole) return `const ${own} = {};\n${text.replace(/\b(?:module\.)?exports\b/g, () => own)}`;
  const found: string[] = [];
  const body = text.replace(
    /^(?:module\.)?exports\.([\w$]+) = (?:([\w$]+)[ \t]*;?[ \t]*$)?/gm,
    (all, name, value = '') => {
      const to = wanted.find(([one]) => one === name)?.[1];
      if (to === undefined) return all;
      found.push(name);
      return value === to ? '' : `const ${to} = ${value && `${value};`}`;
    },
  );
  return wanted.every(([one]) => found.includes(one)) ? body : undefined;
}

function assignments(pairs: readonly Wanted[]): string[] {
  return pairs.filter(([from, to]) => from !== to).map(([from, to]) => `const ${to} = ${from};`);
}

function joinLines(body: string, lines: readonly string[]): string {
  return [body.trimEnd(), ...lines].join('\n');
}
