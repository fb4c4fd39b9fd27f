#!/usr/bin/env node
/** The terminal's door: wiring only. */
import { main } from './cli/main';
import { complain, exitCodes } from './cli/run';

// A reader that went away, or a full disk, must not cost the result: what cannot be said is left unsaid.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

let isBroken = false;

// What nobody has caught ends the run as a signal does: with its best result, but another exit code.
process.on('uncaughtException', (error) => {
  isBroken = true;
  process.stderr.write(`whittle: ${error.message} The best result so far is kept.\n`);
  if (!process.emit('SIGTERM')) process.exit(exitCodes.usage);
});

void main(process.argv, __dirname)
  .catch(complain)
  .then((code) => {
    process.exitCode = isBroken ? exitCodes.usage : code;
    setTimeout(leave, 500).unref();
  });

/** Connections that wait for a Redis that is gone must not keep the process; what was said must be read. */
function leave(): void {
  if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit();
  setTimeout(leave, 100).unref();
}
