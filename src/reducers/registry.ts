/** All list reducers. To add one, add a file beside this one and a line here; then run `npm run manifest`. */
import { activecoarsen } from './activecoarsen';
import { chisel } from './chisel';
import { cdd, opdd } from './cdd';
import { ddmin, wddmin } from './ddmin';
import { groups } from './groups';
import { type ListReducer, naive } from './list';
import { probdd, wprobdd } from './probdd';

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
