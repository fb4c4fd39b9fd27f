/** `whittle worker`: this machine tests candidates for runs elsewhere. `whittle workers` says who is there. */
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { commandOf } from './options/testOptions';
import { redisOption, requiredRedis } from './options/redisOption';
import { complain, exitCodes, interruptible } from './run';
import { count } from './options/values';

interface WorkerArguments {
  readonly redis?: string;
  readonly oracle: ReadonlyMap<string, string>;
  readonly jobs: number;
  readonly name?: string;
  readonly identity?: string;
  /** MB. */
  readonly maxSize: number;
}

/** Adds the command; `run` is given what it does, which says the exit code. */
export function workerCommand(program: Command, run: (work: () => Promise<number>) => Promise<void>): void {
  program
    .command('worker')
    .description('Test candidates for reductions on other machines, until Ctrl-C.')
    .addOption(redisOption())
    .requiredOption(
      '--oracle <name=command>',
      'a shell command and the name by which runs ask for it; {} is the path of the candidate; repeatable',
      oracles,
    )
    .option('-j, --jobs <n>', 'tests run at once', count, 1)
    .option('--name <name>', 'what this worker is called (default: HOST:PROCESS)')
    .option(
      '--identity <text>',
      'what verdicts depend on besides the command and the programs it names, say the version of a build: they are kept a week, for runs that ask again, and shared only where it is the same',
    )
    .option('--max-size <MB>', 'larger candidates are refused', count, 64)
    .addHelpText(
      'after',
      `
Runs ask for an oracle by its name and never send a command: only what is named here is run, on candidates in a directory of
their own. Before a worker takes part in a run, it must say the same of the unchanged and of the empty input as where the run
was calibrated. Redis should be reached only by those who may use it: give it a password, and TLS between machines.

Example, two machines:
  big$    whittle worker --redis redis://:secret@big:6379 --oracle 'crash=./build/fuzz {}' -j 8
  laptop$ whittle reduce crash.bin --redis redis://:secret@big:6379 --oracle crash`,
    )
    .action((options: WorkerArguments) => run(() => serve(options)));
  program
    .command('workers')
    .description('List the workers of a cluster, what they test and how much waits.')
    .addOption(redisOption())
    .action((options: Pick<WorkerArguments, 'redis'>) => run(() => list(options)));
}

function oracles(text: string, before: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> {
  const [, name, command] = /^([\w.-]+)=(.*\S.*)$/s.exec(text) ?? [];
  if (!name) throw new InvalidArgumentError("It must be NAME=COMMAND: crash='./fuzz {}'.");
  return new Map([...before, [name, command]]);
}

async function serve({ redis, oracle, jobs: slots, name, identity, maxSize }: WorkerArguments): Promise<number> {
  try {
    // Most commands need no Redis.
    const { work } = await import('../cluster/working/worker');
    const commands = new Map([...oracle].map(([known, line]) => [known, commandOf(line)]));
    const options = {
      redis: requiredRedis(redis),
      oracles: commands,
      slots,
      name,
      identity,
      most: maxSize * 1024 ** 2,
    };
    await interruptible((signal) => work(options, (line) => process.stderr.write(`${line}\n`), signal));
    return exitCodes.reduced;
  } catch (error) {
    return complain(error);
  }
}

async function list({ redis }: Pick<WorkerArguments, 'redis'>): Promise<number> {
  try {
    const { workersThere } = await import('../cluster/workersThere');
    process.stdout.write(await workersThere(requiredRedis(redis)));
    return exitCodes.reduced;
  } catch (error) {
    return complain(error);
  }
}
