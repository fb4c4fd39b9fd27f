/** The box with suggestions: what Enter takes while the list of the window is still that of the last key. */
import { window } from '../../support/fakeEditor';
import assert from 'node:assert/strict';
import { pickOrType } from '../../../src/vscode/window/pickOrType';

interface Row {
  readonly label: string;
  readonly line?: string;
}

const row = (line: string): Row => ({ label: `$(terminal) ${line}`, line });

/** Stands for the window, which has the list a little later: `look` shows it, with its first row active. */
class FakeBox {
  value = '';
  items: readonly Row[] = [];
  selectedItems: Row[] = [];
  onDidAccept = this.on('accept');
  onDidHide = this.on('hide');
  onDidChangeValue = this.on('value');
  onDidChangeActive = this.on('active');
  onDidTriggerItemButton = this.on('button');
  private readonly acts = new Map<string, (given: unknown) => void>();

  show() {}
  dispose() {}

  type(line: string): void {
    this.value = line;
    this.tell('value');
  }

  look(first = this.items[0]): void {
    this.selectedItems = [first];
    this.tell('active', [first]);
  }

  /** With this row selected. */
  enter(selected: Row | undefined): void {
    this.selectedItems = selected ? [selected] : [];
    this.tell('accept');
  }

  private tell(name: string, given?: unknown): void {
    this.acts.get(name)?.(given);
  }

  private on(name: string) {
    return (act: (given: unknown) => void) => void this.acts.set(name, act);
  }
}

async function asked(act: (box: FakeBox) => void): Promise<string | undefined> {
  const box = new FakeBox();
  Object.assign(window, { createQuickPick: () => box });
  const offered = [row('sleep 4; grep -q needle ${file}'), row('node ${file}')];
  const typed = (line: string) => ({ item: row(line) });
  const answer = pickOrType(Promise.resolve(offered), typed, { title: '', placeholder: '', value: '' });
  await new Promise(setImmediate);
  act(box);
  return (await answer)?.line;
}

const labelled = ({ items }: FakeBox, part: string) => items.find(({ label }) => label.includes(part));

describe('a box with suggestions', () => {
  it('takes the command that was typed, though the window has another row on top that has it', async () => {
    const line = await asked((box) => {
      box.type('grep -q needle ${file}');
      box.enter(labelled(box, 'sleep'));
    });
    assert.equal(line, 'grep -q needle ${file}');
  });

  it('takes the suggestion that is typed as it is, too', async () => {
    const line = await asked((box) => {
      box.type('node ${file}');
      box.enter(labelled(box, 'sleep'));
    });
    assert.equal(line, 'node ${file}');
  });

  it('takes a row that is chosen once the list is there', async () => {
    const line = await asked((box) => {
      box.type('grep -q needle');
      box.look();
      box.enter(labelled(box, 'sleep'));
    });
    assert.equal(line, 'sleep 4; grep -q needle ${file}');
  });

  it('looks for a suggestion by one word, and takes one without a word', async () => {
    const found = await asked((box) => {
      box.type('sleep');
      box.enter(labelled(box, 'sleep'));
    });
    const first = await asked((box) => box.enter(box.items[0]));
    assert.deepEqual([found, first], Array(2).fill('sleep 4; grep -q needle ${file}'));
  });

  it('takes what is typed before the window has a list', async () => {
    const line = await asked((box) => {
      box.type('node');
      box.enter(undefined);
    });
    assert.equal(line, 'node');
  });
});
