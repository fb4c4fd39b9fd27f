/** Events of the library: those that the terminal prints with `--json`. */
import type { Listener, ReductionEvent } from '../reduction/events/events';

/** Without the text, which is no plain data. */
type Told<E> = E extends { readonly event: 'accepted' } ? Omit<E, 'text' | 'changes'> : E;

/**
 * What happens in a run: `started`, `calibrated`, `candidate`, `accepted`, `finished` and others. All are plain data. `event` tells
 * them apart.
 */
export type WhittleEvent = Told<Exclude<ReductionEvent, { readonly event: 'cluster' }>>;

/** Passes events on. */
export function listenerFor(onEvent: ((event: WhittleEvent) => void) | undefined): Listener {
  return (event) => {
    if (!onEvent || event.event === 'cluster') return;
    if (event.event !== 'accepted') return onEvent(event);
    const { text: _, ...told } = event;
    onEvent(told);
  };
}
