/** The files with which the search for a smaller folder of a failing test begins. */
import type { TestFolder } from './testFolder';

/** Of all paths those that the test loads, and settings; all if its runtime does not tell. */
export function likelyOf(
  { test, loaded }: Pick<TestFolder, 'test' | 'loaded'>,
  all: readonly string[],
): readonly string[] {
  const needed = new Set([test, ...loaded]);
  return loaded.length === 0 ? all : all.filter((path) => needed.has(path) || settings.test(path));
}

/** Settings, which a runner reads without loading them. */
const settings =
  /(?:^|\/)(?:package\.json|\.[^/]*rc(?:\.\w+)?|[^/]*config[^/]*|conftest\.py|pytest\.ini|pyproject\.toml|tox\.ini|setup\.(?:cfg|py))$/;
