#!/usr/bin/env node
/** The terminal's door: wiring only. */
import { main } from './cli/main';
import { signals } from './oracle/platform/processes';
import { exitCodes, warn } from './cli/printing';

// A reader that went away, or a full disk, must not cost the result: what cannot be printed is dropped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

let isBroken = false;

// An uncaught error ends the run as a signal does: with its best result, but another exit code.
process.on('uncaughtException', (error) => {
  isBroken = true;
  warn(`whittle: ${error.message} The best result so far is kept.`);
  if (!process.emit(signals.terminate)) process.exit(exitCodes.usage);
});

void main(process.argv, __dirname).then((code) => {
  process.exitCode = isBroken ? exitCodes.usage : code;
  setTimeout(leave, 500).unref();
});

/** Ends the process although connections still wait for Redis, but not before all output is read. */
function leave(): void {
  if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit();
  setTimeout(leave, 100).unref();
}
