/** Random properties, drawn from a number: the same number, the same property. */
import { type Kept, draw } from '../../../src/reducers/list';
import { marks } from '../support/count';

export interface Property {
  readonly size: number;
  holds(kept: Kept): boolean;
}

/** What must be true of what stays, beside that all required elements are in it. */
type Demand = (present: Uint8Array) => boolean;

/** Each element for itself: monotone. */
export function independent(number: number): Property {
  return demanding(number, () => () => true);
}

/** Elements 2i and 2i + 1 go together or not at all. */
export function pairs(number: number): Property {
  return demanding(number, (size) => (present) => {
    for (let element = 0; element + 1 < size; element += 2) {
      if (present[element] !== present[element + 1]) return false;
    }
    return true;
  });
}

/** Half of the elements need an earlier one, as a use needs its definition. */
export function uses(number: number): Property {
  return demanding(number, (size) => {
    const needs = Array.from({ length: size }, (_, element) =>
      element > 0 && draw(number, 1, element) % 2 === 0 ? draw(number, 2, element) % element : element,
    );
    return (present) => needs.every((needed, element) => present[needed] >= present[element]);
  });
}

/** 10…109 elements; one in ten is required, one at least. */
function demanding(number: number, demandOf: (size: number) => Demand): Property {
  const size = 10 + (draw(number, 0, 0) % 100);
  const demand = demandOf(size);
  const elements = Array.from({ length: size }, (_, element) => element);
  const required = elements.filter((element) => draw(number, 3, element) % 10 === 0);
  if (required.length === 0) required.push(draw(number, 4, 0) % size);
  return {
    size,
    holds(kept) {
      const present = marks(size, kept);
      return required.every((element) => present[element]) && demand(present);
    },
  };
}
