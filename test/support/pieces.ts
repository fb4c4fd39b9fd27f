/** What the pages of the panel and of comparisons show, read from their pieces. */
import type { Piece } from '../../src/vscode/panel/pieces';

type Pieces = readonly (Piece | string | undefined)[];

const isPiece = (one: Piece | string | undefined): one is Piece => typeof one === 'object';

/** With those inside them, in the order of the page. */
function all(pieces: Pieces): Piece[] {
  return pieces.filter(isPiece).flatMap((one) => [one, ...all(one.children)]);
}

/** `name`: of a tag, or of a class after a dot. */
function allOf(pieces: Pieces, name: string): Piece[] {
  const hasClass = ({ attributes }: Piece) =>
    String(attributes.class ?? '')
      .split(' ')
      .includes(name.slice(1));
  return all(pieces).filter((one) => (name.startsWith('.') ? hasClass(one) : one.tag === name));
}

function textOf(one: Piece | undefined): string | undefined {
  return (
    one && one.children.map((child: Piece | string | undefined) => (isPiece(child) ? textOf(child) : child)).join('')
  );
}

const textIn = (pieces: Pieces, name: string) => textOf(allOf(pieces, name)[0]);
const textsIn = (pieces: Pieces, name: string) => allOf(pieces, name).map((one) => textOf(one)!);

/** A button, its message, and its label. */
function buttonsIn(pieces: Pieces) {
  return allOf(pieces, 'button').map((one) => {
    const [act, given] = JSON.parse(String(one.attributes['data-message'])) as string[];
    return { act, command: given, label: textOf(one)! };
  });
}

/** The panel. */
export function shownIn(pieces: Pieces) {
  const [run] = allOf(pieces, '.run');
  const inside = run ? run.children : [];
  const [workers] = allOf(inside, '.workers');
  return {
    runs: allOf(inside, 'option').length || (run ? 1 : 0),
    welcome: textsIn(allOf(pieces, '.welcome'), 'p'),
    start: buttonsIn(allOf(pieces, '.welcome')),
    shown: run && {
      name: textIn(inside, 'h2') ?? chosenIn(inside),
      state: String(run.attributes['data-state']),
      head: allOf(inside, 'header').flatMap((one) => [...textsIn(one.children, 'p'), ...textsIn(one.children, 'code')]),
      doing: textIn(inside, '.doing'),
      extent: textIn(inside, '.extent')!,
      chart: allOf(inside, 'svg')[0]?.chart,
      actions: buttonsIn(allOf(inside, '.actions')),
      facts: allOf(inside, 'dl').flatMap(({ children }) =>
        children.map((row) => [textIn([row], 'dt')!, textIn([row], 'dd')!] as const),
      ),
      workers: workers && workersIn(workers),
    },
  };
}

/** Of several runs; an option also says that its run has ended. */
function chosenIn(pieces: Pieces): string | undefined {
  const option = allOf(pieces, 'option').find(({ attributes }) => attributes.selected);
  return textOf(option)?.replace(' (ended)', '');
}

export function workersIn(workers: Piece) {
  const [head, body] = [allOf([workers], 'thead'), allOf([workers], 'tbody')];
  return {
    columns: textsIn(head, 'th'),
    rows: allOf(body, 'tr').map((row) => ({
      state: row.attributes['data-state'],
      name: textIn([row], 'span'),
      doing: textIn([row], 'small'),
      figures: textsIn([row], 'td'),
    })),
    trouble: textIn([workers], '.trouble'),
    refusals: textsIn([workers], 'li'),
  };
}

/** The page of a comparison. */
export function comparedIn(pieces: Pieces) {
  const stop = buttonsIn(allOf(pieces, 'header')).length > 0 && allOf(pieces, 'button')[0];
  return {
    title: textIn(pieces, 'h1'),
    summary: textIn(pieces, '.extent')!,
    running: stop && stop.attributes.hidden === false,
    note: textIn(pieces, '.note')!,
    lines: allOf(pieces, 'svg').find(({ chart }) => chart)?.chart!.lines,
    rows: allOf(allOf(pieces, 'tbody'), 'tr').map((row) => ({
      state: String(row.attributes.class).split(' ')[0],
      name: textIn([row], 'span'),
      badge: textIn([row], '.badge'),
      cells: textsIn([row], 'td').slice(0, -1),
      actions: buttonsIn([row]),
    })),
  };
}
