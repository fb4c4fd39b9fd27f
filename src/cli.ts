#!/usr/bin/env node
/** The terminal's door: wiring only. */
import { main } from './cli/main';

main(process.argv, __dirname).then((code) => {
  process.exitCode = code;
});
