/** All list reducers. A new one is a file beside this one and a line here; a test prints the entries that package.json needs. */
import { activecoarsen } from './activecoarsen';
import { chisel } from './chisel';
import { cdd } from './cdd';
import { ddmin } from './ddmin';
import { groups } from './groups';
import type { ListReducer } from './list';
import { naive } from './naive';
import { opdd } from './opdd';
import { probdd } from './probdd';
import { wddmin } from './wddmin';
import { wprobdd } from './wprobdd';

export const reducers: readonly ListReducer[] = [
  cdd,
  groups,
  probdd,
  wprobdd,
  ddmin,
  chisel,
  wddmin,
  opdd,
  activecoarsen,
  naive,
];

export const defaultReducer = cdd;

export function reducerNamed(name: string): ListReducer | undefined {
  return reducers.find((reducer) => reducer.name === name);
}
