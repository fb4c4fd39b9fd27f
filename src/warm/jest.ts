/**
 * Loaded into jest (`node --require`). Where its command line would run the tests, it waits for candidates, and has jest's own interface run
 * each with the same options. jest itself gives each test file fresh modules and globals.
 */
import { address, replaceModule, serve } from './serve';
import { surroundings } from './surroundings';

/** What we use of `@jest/core`; so since version 24. */
interface Jest {
  runCLI(options: object, projects: readonly string[]): Promise<Ended>;
}

interface Ended {
  readonly results: { readonly success: boolean };
  readonly globalConfig: { readonly testFailureExitCode: number };
}

/** Takes the place of the function that runs the tests, as soon as it is loaded. */
function awaitJest(): void {
  const runCLI = (jest: Jest, ...asked: Parameters<Jest['runCLI']>) => {
    serve((env) => run(env, jest, ...asked), surroundings);
    return new Promise(() => undefined);
  };
  replaceModule<Jest>(
    (request) => request === '@jest/core',
    (jest) => ({ ...jest, runCLI: runCLI.bind(undefined, jest) }),
  );
}

/** As jest's own command does it, but for `--bail`, with which it ends the process. Gives the exit code. */
async function run(env: object, jest: Jest, ...[options, projects]: Parameters<Jest['runCLI']>): Promise<number> {
  Object.assign(process.env, env);
  const { results, globalConfig } = await jest.runCLI({ ...options, bail: 0 }, projects);
  return results.success ? 0 : globalConfig.testFailureExitCode;
}

if (address) awaitJest();
