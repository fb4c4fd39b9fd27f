#!/usr/bin/env node
/** The terminal's door: wiring only. */
import { main } from './cli/main';

// A reader that went away, or a full disk, must not cost the result: what cannot be said is left unsaid.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

main(process.argv, __dirname).then((code) => {
  process.exitCode = code;
  setTimeout(leave, 500).unref();
});

/** Connections that wait for a Redis that is gone must not keep the process; what was said must be read. */
function leave(): void {
  if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit();
  setTimeout(leave, 100).unref();
}
