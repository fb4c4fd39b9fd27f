/**
 * Programs of any size, made from a seed: functions of assignments, conditions and loops, that use what was defined before them. One
 * program can be written in several languages, a statement a line; the same arguments give the same text.
 */
import { drawing } from '../../support/random';
import { countTokens } from '../../../src/text/tokens';
import { syntaxes, type LanguageName, type Syntax } from './programSyntax';

export interface Program {
  readonly fileName: string;
  readonly text: string;
}

/** A program of about so many tokens. */
export function programOf(language: LanguageName, tokens: number, seed = 1): Program {
  const syntax = syntaxes[language];
  const writer = writing(syntax, drawing(seed));
  const lines: string[] = [];
  for (let written = 0; written < tokens;) {
    const added = writer.addFunction();
    written += countTokens(added.join('\n'));
    for (const line of added) lines.push(line);
  }
  return { fileName: `program.${syntax.extension}`, text: `${lines.join('\n')}\n` };
}

/** Deepest nesting of conditions and loops. */
const deepest = 3;

/** Variables and functions that are used are among the last so many. */
const reach = { variables: 12, functions: 40 };

function writing(syntax: Syntax, below: (limit: number) => number) {
  let functions = 0;
  let variables = 0;
  /** Variables of this function that may be used. */
  let visible: string[] = [];
  const lastOf = (names: readonly string[], most: number) =>
    names[names.length - 1 - below(Math.min(most, names.length))];
  const operand = () => (below(2) === 0 && visible.length > 0 ? lastOf(visible, reach.variables) : 'ab'[below(2)]);
  const called = () => `f${functions - 1 - below(Math.min(reach.functions, functions))}`;
  const expression = () =>
    below(4) === 0 && functions > 0
      ? `${called()}(${operand()}, ${below(90)})`
      : `${operand()} ${'+-*'[below(3)]} ${1 + below(90)}`;

  function addBlock(depth: number, lines: string[]): void {
    const outer = visible;
    const indent = syntax.indent.repeat(depth);
    for (let count = 3 + below(5); count > 0; count--) {
      if (depth <= deepest && below(5) === 0) {
        lines.push(indent + syntax.opening(below(2) === 0 ? 'if' : 'while', `${operand()} > ${below(90)}`));
        addBlock(depth + 1, lines);
        if (syntax.closing) lines.push(indent + syntax.closing);
      } else {
        const name = `v${variables++}`;
        lines.push(indent + syntax.assignment(name, expression()));
        visible = [...visible, name];
      }
    }
    if (depth > 1) visible = outer;
  }

  return {
    /** The lines of the next one. */
    addFunction(): string[] {
      visible = [];
      const lines = [syntax.heading(`f${functions}`)];
      addBlock(1, lines);
      lines.push(syntax.indent + syntax.returning(operand()));
      if (syntax.closing) lines.push(syntax.closing);
      functions++;
      return lines;
    },
  };
}
