/** Events of the library: those that the terminal prints with `--json`. */
import type {
  Calibrated,
  CandidateTested,
  Compared,
  ContenderBegun,
  Failed,
  Finished,
  Isolated,
  LeftBehind,
  Listener,
  Narrowed,
  Noticed,
  PhaseEntered,
  Size,
  Started,
} from '../reduction/events/events';
import { asError } from './errors';

/** The property held for a smaller input. */
interface Smaller extends Size {
  readonly event: 'accepted';
  /** Committed so far. */
  readonly tests: number;
}

/** Something that happens in a run, as plain data; `event` tells which. The terminal prints the same with `--json`. */
export type WhittleEvent =
  | Started
  | Calibrated
  | PhaseEntered
  | CandidateTested
  | Smaller
  | Narrowed
  | Noticed
  | Finished
  | Isolated
  | ContenderBegun
  | Compared
  | Failed
  | LeftBehind;

/** Passes events on. Runs of the library have no pause, no journal and no workers elsewhere. */
export function listenerFor(given: (event: WhittleEvent) => void = () => undefined): Listener {
  const onEvent = (event: WhittleEvent) => {
    try {
      given(event);
    } catch (error) {
      throw asError(error);
    }
  };
  return (event) => {
    switch (event.event) {
      case 'cluster':
      case 'paused':
      case 'resumed':
      case 'skipped':
        return;
      case 'accepted': {
        const { bytes, tokens, tests } = event;
        return onEvent({ event: 'accepted', bytes, tokens, tests });
      }
      default:
        onEvent(event);
    }
  };
}
