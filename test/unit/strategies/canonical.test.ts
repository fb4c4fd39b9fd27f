/** The canonical form: what two inputs of one bug end with. */
import assert from 'node:assert/strict';
import { namesOf } from '../../../src/strategies/names/names';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import type { Grammar } from '../../../src/syntax/grammar';
import { grammarOf } from '../../support/grammars';
import { drawing } from '../../support/random';
import { reduceText } from '../../support/reduceText';
import { samples } from '../../support/samples';
import { seldom } from '../../support/seldom';

const languages = ['javascript', 'typescript', 'python', 'c', 'java', 'rust', 'go'] as const;
const bugsEach = 6;

/** Names of other lengths in another order, and wider blanks within the lines. */
function disguised(text: string, { elements }: Grammar): string {
  const tree = elements(text);
  const names = [...namesOf(tree).values()];
  const edits = names
    .flatMap(({ text: name, occurrences }, at) =>
      occurrences.map((one) => ({ start: tree.start[one], name, other: `other${names.length - at}` })),
    )
    .sort((a, b) => b.start - a.start);
  let rest = text;
  for (const { start, name, other } of edits) rest = rest.slice(0, start) + other + rest.slice(start + name.length);
  return rest.replace(/(?<=\S) (?=\S)/g, '  ').replace(/\n\n/g, '\n\n\n');
}

/** Words of the language, which are no names. */
function keywordsOf(text: string, { elements }: Grammar): string[] {
  const names = namesOf(elements(text));
  return [...text.matchAll(/\b[a-z]{2,}\b/g)].map(([word]) => word).filter((word) => !names.has(word));
}

describe('the canonical form', function () {
  this.timeout(360_000); // reduces each sample a dozen times

  seldom.it('is the same, to the byte, for most inputs that differ in names and blanks only', async () => {
    const differing: string[] = [];
    for (const language of languages) {
      const grammar = await grammarOf(language);
      const { text } = samples[language];
      const other = disguised(text, grammar);
      const words = keywordsOf(text, grammar);
      const draw = drawing(11);
      const bugs = words
        .slice(2)
        .map((_, from) => new RegExp(`\\b${words.slice(from, from + 3).join('\\b[^]*\\b')}\\b`));
      const inBoth = bugs.filter((bug) => bug.test(text) && bug.test(other));
      for (let sample = 0; sample < bugsEach; sample++) {
        const bug = inBoth[draw(inBoth.length)];
        const [one, two] = [text, other].map(
          (input) => reduceText(input, { grammar, strategy: pipeline, property: (rest) => bug.test(rest) }).text,
        );
        if (one !== two) differing.push(`${language}, ${bug.source}:\n${one}\n---\n${two}`);
      }
      grammar.dispose();
    }
    assert.ok(differing.length <= 0.2 * languages.length * bugsEach, differing.join('\n'));
  });

  it('says a name again where a string beside it did', async () => {
    const grammar = await grammarOf('python');
    const input = 'Fields = TypeVarTuple("Fields")\nUnpack[Fields]\nprint("Unpack")\n';
    const wanted = /^(\w+) = TypeVarTuple\("\1"\)\nUnpack\[\1\]\nprint\("Unpack"\)\n$/;
    const { text } = reduceText(input, { grammar, strategy: pipeline, property: (rest) => wanted.test(rest) });
    grammar.dispose();
    assert.equal(text, 'a = TypeVarTuple("a")\nUnpack[a]\nprint("Unpack")\n');
  });

  it('keeps the sign of a name', async () => {
    const grammar = await grammarOf('javascript');
    const input = 'class A { #text = 1; f() { return this.#text; } }';
    const property = (rest: string) => /(#\w+) = 1[^]*\.\1\b/.test(rest);
    const { text } = reduceText(input, { grammar, strategy: pipeline, property });
    grammar.dispose();
    assert.match(text, /#[a-z] = 1[^]*\.#[a-z]\b/);
  });
});
