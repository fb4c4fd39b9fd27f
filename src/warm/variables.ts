/** The environment of a runner without the variables that load our part into it. */
import { addressName, beforeName } from '../oracle/warm/protocol';

export function setVariablesBack(): void {
  const before = JSON.parse(process.env[beforeName] ?? '{}') as Record<string, string | null>;
  for (const [name, value] of Object.entries(before)) {
    if (value === null) delete process.env[name];
    else process.env[name] = value;
  }
  delete process.env[addressName];
  delete process.env[beforeName];
}
