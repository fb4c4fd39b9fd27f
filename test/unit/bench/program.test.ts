import assert from 'node:assert/strict';
import { readRecording } from '../../bench/recorded/recording';
import { identityOf } from '../../../src/reduction/journal/identity';
import { jobWith } from '../../support/jobs';
import { countTokens } from '../../../src/text/tokens';
import { requirementOf } from '../../bench/growth/requirement';
import { faultyProgram } from '../../bench/recorded/input';
import { recordingFile } from '../../bench/recorded/replays';
import { programOf } from '../../bench/support/program';
import { syntaxes, type LanguageName } from '../../bench/support/programSyntax';
import { grammarOf } from '../../support/grammars';

const languages = Object.keys(syntaxes) as LanguageName[];

describe('generated programs', () => {
  for (const language of languages) {
    it(`${language}: the same again, of the size that was asked for, without syntax errors`, async () => {
      const { text } = programOf(language, 3000);
      assert.equal(programOf(language, 3000).text, text);
      assert.notEqual(programOf(language, 3000, 2).text, text);
      const tokens = countTokens(text);
      assert.ok(tokens >= 3000 && tokens < 4500, `${tokens}`);
      const grammar = await grammarOf(language);
      const tree = grammar.tree(text);
      assert.ok(!tree.rootNode.hasError);
      tree.delete();
      grammar.dispose();
    });
  }

  it('the one of the recording is the one that was recorded', () => {
    const job = jobWith(faultyProgram());
    assert.equal(readRecording(recordingFile).input, identityOf(job).input);
  });
});

describe('generated requirements', () => {
  for (const language of languages) {
    const { text } = programOf(language, 2000);
    const lines = text.split('\n');
    const isAssigned = (line: string) => /\bv\d+(: number)? = /.test(line);
    const without = (line: string) => lines.filter((one) => one !== line).join('\n');

    it(`${language}: as many statements as are asked for`, () => {
      for (const share of [0.05, 0.5]) {
        const { required, statements } = requirementOf(text, { share });
        assert.equal(statements, lines.filter(isAssigned).length);
        assert.ok(required / statements >= share && required / statements < share + 0.05, `${required}`);
      }
      assert.ok(requirementOf(text, { count: 3 }).required >= 3);
    });

    it(`${language}: what is required must stay, and what is used must be defined`, () => {
      const { required, holds } = requirementOf(text, { share: 0.3 });
      assert.ok(holds(text));
      const used = (line: string) => text.match(new RegExp(`\\b${/v\d+/.exec(line)![0]}\\b`, 'g'))!.length > 1;
      const statements = lines.filter(isAssigned);
      const free = statements.filter((line) => holds(without(line)));
      assert.ok(free.length > 0 && free.every((line) => !used(line)));
      // What stays is required, or used by something.
      const needed = statements.filter((line) => !used(line) && !free.includes(line));
      assert.ok(needed.length > 0 && needed.length <= required);
      assert.ok(holds(text.replace(/^ +/gm, '')), 'indentation does not matter');
    });
  }

  it('a name is defined before it is used, functions too', () => {
    const text = 'function f0(a, b) {\n  let v0 = a;\n}\nfunction f1(a, b) {\n  let v1 = f0(v0, 1);\n}\n';
    const { holds } = requirementOf(text, { share: 1 });
    assert.ok(holds(text));
    assert.ok(!holds('let v1 = f0(v0, 1);\nlet v0 = a;\nfunction f0(a, b) {\n}\n'));
    assert.ok(!holds('let v0 = a;\nlet v1 = f0(v0, 1);\n'));
    assert.ok(holds('function f0() {}\nlet v0 = a;\nlet v1 = f0(v0, 1);\n'));
  });
});
