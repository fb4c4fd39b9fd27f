/** `whittle reducers`: every reducer, its options and where it comes from. */
import { optionSpecs } from '../reducers/options';
import type { ListReducer } from '../reducers/list';
import { defaultReducer, reducers } from '../reducers/registry';

export function listReducers(): string {
  return reducers.map(described).join('\n');
}

function described(reducer: ListReducer): string {
  const { name, description, source, options } = reducer;
  const lines = [`${name}${reducer === defaultReducer ? ' (usual)' : ''}`, `  ${description}`, `  source: ${source}`];
  for (const option of options) {
    const { description: meaning, usual, choices } = optionSpecs[option];
    const words = choices ? ` One of ${choices.join(', ')}.` : '';
    lines.push(`  --${option} (usually ${usual}): ${meaning}${words}`);
  }
  return `${lines.join('\n')}\n`;
}
