/** Results of calls: what replaces an older one, and what is said of it. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultsOf } from '../../../src/agents/results';
import { carryOut, callOf } from '../../../src/agents/calls';
import { answerOf, reduceTool, type Told } from '../../../src/agents/tools';
import { freshDirectory } from '../../support/files';
import { ownState } from '../../support/state';

const directory = freshDirectory();
const at = (name: string) => join(directory.path, name);

describe('the results of a call', () => {
  ownState(at);
  const call = (inputs: string, outputs: string, writesFolder: boolean) =>
    resultsOf({
      ...{ tool: { name: 'whittle_reduce' }, given: {}, directory: directory.path },
      ...{ inputs: [at(inputs)], outputs: [at(outputs)], writesFolder },
    });
  const said: string[] = [];
  const tell = (sentence: string) => void said.push(sentence);
  const folderOf = (text: string) => ({ files: [{ path: 'src/a.js', bytes: Buffer.from(text) }] });

  beforeEach(() => {
    said.length = 0;
    mkdirSync(at('app'));
    writeFileSync(at('app/a.js'), 'a();\nb();\n');
    writeFileSync(at('a.js'), 'a();\nb();\n');
  });

  it('replace the folder that the same call has written, and no other', async () => {
    for (const text of ['a();', 'a()']) {
      const { paths, write } = await call('app', 'app.reduced', true);
      await write([folderOf(text)], tell, 'goes');
      assert.deepEqual(paths, [at('app.reduced')]);
      assert.equal(readFileSync(at('app.reduced/src/a.js'), 'utf8'), text);
    }
    writeFileSync(at('app.reduced/mine'), '');
    assert.deepEqual((await call('app', 'app.reduced', true)).paths, [at('app.reduced.1')]);
    assert.deepEqual(readdirSync(at('app.reduced')).sort(), ['mine', 'src']);
  });

  it('may get larger in one run, but not in a later one', async () => {
    const { write } = await call('a.js', 'a.reduced.js', false);
    const texts = ['b(', 'b()'].map((text) => Buffer.from(text));
    for (const text of texts) await write([text], tell, 'stays');
    assert.equal(readFileSync(at('a.reduced.js'), 'utf8'), 'b()');
    assert.deepEqual(said, []);
    const later = await call('a.js', 'a.reduced.js', false);
    const [there] = await later.write([Buffer.from('b();')], tell, 'stays');
    assert.equal(String(there), 'b()');
    assert.match(said.join(), /^a\.reduced\.js stays as it is: an earlier call has found this smaller result\.$/);
  });
});

describe('the answer of a call', () => {
  it('tells of the script of a reproduction, and of none beside another folder', async () => {
    mkdirSync(at('app'));
    mkdirSync(at('made'));
    writeFileSync(at('made/repro.sh'), '');
    const end = {
      event: 'finished',
      tokens: { before: 9, after: 2 },
      tests: 5,
      ms: 9,
      confirmed: true,
      ending: 'done',
    };
    const found = { end: end as Told['end'], rules: [], notes: [], results: [], path: at('made') };
    const into = { paths: [], write: () => Promise.resolve([]) };
    const told = async (repro: boolean, path = found.path) => {
      const call = callOf(reduceTool, { file: 'app', command: 'node {}/a.js', repro }, [directory.path]);
      return (await carryOut(call, () => Promise.resolve({ ...found, path }), into))[0];
    };
    assert.match(await told(true), /^It has repro\.sh: `sh repro\.sh` in it runs the command\.$/m);
    assert.doesNotMatch(await told(false), /repro\.sh/);
    assert.doesNotMatch(await told(true, at('app')), /repro\.sh/);
  });

  const answer = (end: Partial<Told['end']>, more: Partial<Told> = {}) => {
    const tokens = { before: 9, after: 2 };
    const all = {
      event: 'finished',
      tokens,
      tests: 5,
      ms: 100,
      confirmed: false,
      ending: 'done',
      ...end,
    } as Told['end'];
    return answerOf(['/a.js'], [Buffer.from('b()')], { end: all, rules: [], notes: [], token: 'ab12', ...more })[0];
  };

  it('says why a result was not tested again, and how to go on', () => {
    const words = answer({ unverified: true });
    assert.match(words, /: nothing is left to try\. There was no time left to test it again\.\n/);
    assert.match(words, /^Call whittle_continue with the token ab12 to go on without this limit\.$/m);
    assert.match(answer({}), /NOT verified: do not rely on it\./);
    assert.match(answer({ ending: 'interrupted' }), /^The same call again goes on\.$/m);
  });

  it('does not tell of one text what is true of another', () => {
    const words = answer({ confirmed: true }, { isEarlier: true });
    assert.match(words, /The result of an earlier call is smaller: it stays, and follows\.\n/);
    assert.doesNotMatch(words, /tested again/);
  });
});
