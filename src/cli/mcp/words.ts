/** Arguments of a call as words of the command line. */
import type { CommonArguments } from '../../agents/tools';
import type { CliCommand } from '../../options/row';
import { rowsOf } from '../../options/values';
import { flagOf } from '../options';

/** A value never looks like an option. */
export function wordsOf(command: CliCommand, given: CommonArguments): string[] {
  const values: Readonly<Record<string, unknown>> = { ...given };
  const words = rowsOf(command).flatMap(([name, row]) => {
    const flag = flagOf(name, row).long!;
    const all = values[name] === undefined || values[name] === false ? [] : [values[name]].flat();
    return all.map((value) => (value === true ? flag : `${flag}=${String(value)}`));
  });
  return [command, ...words, '--json'];
}
