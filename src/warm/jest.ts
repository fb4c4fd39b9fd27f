/**
 * Loaded into jest (`node --require`). Where its command line would run the tests, it waits for candidates, and has jest's own interface run
 * each with the same options. jest itself gives each test file fresh modules and globals.
 */
import { connect } from 'node:net';
import { addressName } from '../oracle/warm/protocol';
import { modules } from './modules';
import { serve } from './serve';

/** What we use of `@jest/core`; so since version 24. */
interface Jest {
  runCLI(options: object, projects: readonly string[]): Promise<Ended>;
}

interface Ended {
  readonly results: { readonly success: boolean };
  readonly globalConfig: { readonly testFailureExitCode: number };
}

const address = process.env[addressName];
if (address) awaitJest(address);

/** Takes the place of the function that runs the tests, as soon as it is loaded. */
function awaitJest(path: string): void {
  const load = modules._load;
  modules._load = function (request, parent, isMain) {
    const loaded = load.call(this, request, parent, isMain);
    if (request !== '@jest/core') return loaded;
    modules._load = load;
    const jest = loaded as Jest;
    const runCLI: Jest['runCLI'] = (...asked) => {
      serve(connect(path), () => run(jest, asked));
      return new Promise(() => undefined);
    };
    return { ...jest, runCLI };
  };
}

/** As jest's own command does it, but for `--bail`, with which it ends the process. Gives the exit code. */
async function run(jest: Jest, [options, projects]: Parameters<Jest['runCLI']>): Promise<number> {
  try {
    const { results, globalConfig } = await jest.runCLI({ ...options, bail: 0 }, projects);
    return results.success ? 0 : globalConfig.testFailureExitCode;
  } catch (error) {
    console.error(error);
    return 1;
  }
}
