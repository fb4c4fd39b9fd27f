/** `whittle worker`: this machine tests candidates for runs elsewhere. `whittle workers` lists the workers. */
import { InvalidArgumentError, type Command } from 'commander';
import { commandOf } from './options/testOptions';
import { redisOption, requiredRedis } from './options/redisOption';
import { exitCodes, interruptible } from './run';
import { count } from './options/values';
import { streams } from './streams';

interface WorkerArguments {
  readonly redis?: string;
  readonly oracle: ReadonlyMap<string, string>;
  readonly jobs: number;
  readonly name?: string;
  readonly identity?: string;
  /** MB. */
  readonly maxSize: number;
}

/** Adds the commands; `run` gets their work, which returns the exit code. */
export function workerCommand(program: Command, run: (work: () => Promise<number>) => Promise<void>): void {
  program
    .command('worker')
    .description('Test candidates for reductions on other machines, until Ctrl-C.')
    .addOption(redisOption())
    .requiredOption(
      '--oracle <name=command>',
      'a name for runs, and its shell command; {} is the path of the candidate; repeatable',
      oracles,
    )
    .option('-j, --jobs <n>', 'tests run at once', count, 1)
    .option('--name <name>', 'name of this worker (default: HOST:PROCESS)')
    .option(
      '--identity <text>',
      'anything else that verdicts depend on, such as the version of a build; workers share verdicts, for a week, only if it is the same',
    )
    .option('--max-size <MB>', 'larger candidates are refused', count, 64)
    .addHelpText(
      'after',
      `
Runs ask for an oracle by its name and never send a command: a worker runs only its own commands, on candidates in fresh
directories. It joins a run only if its verdicts on the unchanged and on the empty input match those of the calibration.
Anyone with access to Redis can send candidates: give it a password, and TLS between machines.

Example, two machines:
  big$    whittle worker --redis redis://:secret@big:6379 --oracle 'crash=./build/fuzz {}' -j 8
  laptop$ whittle reduce crash.bin --redis redis://:secret@big:6379 --oracle crash`,
    )
    .action((options: WorkerArguments) => run(() => serve(options)));
  program
    .command('workers')
    .description('List the workers of a cluster, their oracles and the waiting tests.')
    .addOption(redisOption())
    .action((options: Pick<WorkerArguments, 'redis'>) => run(() => list(options)));
}

function oracles(text: string, before: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> {
  const [, name, command] = /^([\w.-]+)=(.*\S.*)$/s.exec(text) ?? [];
  if (!name) throw new InvalidArgumentError("It must be NAME=COMMAND: crash='./fuzz {}'.");
  return new Map([...before, [name, command]]);
}

async function serve({ redis, oracle, jobs: slots, name, identity, maxSize }: WorkerArguments): Promise<number> {
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
  await interruptible((signal) => work(options, (line) => streams().stderr.write(`${line}\n`), signal));
  return exitCodes.reduced;
}

async function list({ redis }: Pick<WorkerArguments, 'redis'>): Promise<number> {
  const { listWorkers } = await import('./listWorkers');
  streams().stdout.write(await listWorkers(requiredRedis(redis)));
  return exitCodes.reduced;
}
