/** Long arrays of numbers, most of them zero, as plain data. */

export interface SparseNumbers {
  readonly length: number;
  /** The numbers other than zero: distance from the one before, and value. */
  readonly steps: readonly number[];
}

export function sparse(numbers: ArrayLike<number>): SparseNumbers {
  const steps: number[] = [];
  for (let at = 0, last = 0; at < numbers.length; at++) {
    if (numbers[at] === 0) continue;
    steps.push(at - last, numbers[at]);
    last = at;
  }
  return { length: numbers.length, steps };
}

export function dense<A extends { [index: number]: number }>(
  { length, steps }: SparseNumbers,
  Numbers: new (length: number) => A,
): A {
  const numbers = new Numbers(length);
  for (let at = 0, place = 0; at < steps.length; at += 2) {
    place += steps[at];
    numbers[place] = steps[at + 1];
  }
  return numbers;
}
