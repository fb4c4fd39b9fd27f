/** Destructive programs are reduced in a made-up home and repository: nothing outside the run directory may change, on no layer. */
import { spawn } from 'node:child_process';
import { cli } from '../../support/cli';
import { harmCases, holesOfPlain, surroundingsFor, type HarmCase } from '../../support/harm';
import { table, type Report } from '../support/report';
import type { Section } from '../support/suite';
import { apart } from './apart';

const tests = 30;

/** `off` shows that the programs do harm where nothing prevents it: only some of them run so. */
const layers = [
  { layer: 'off', value: 'off', cases: harmCases.filter((_, at) => at % 10 === 0) },
  { layer: 'namespaces', value: '', cases: harmCases },
  { layer: 'links', value: 'links', cases: harmCases },
] as const;

export const harm: Section = {
  name: 'harm',
  title: 'Candidates that do harm',
  run: () =>
    apart(async (work) => {
      const rows: Row[] = [];
      for (const { layer, value, cases } of layers) {
        const waiting = [...cases.entries()];
        const found: Done[] = [];
        const next = async (): Promise<void> => {
          const [at, one] = waiting.shift() ?? [];
          if (!one) return;
          found.push(await harmOf(one, work(`${layer}-${at}`), value));
          return next();
        };
        await Promise.all([next(), next()]);
        rows.push(rowOf(layer, found));
        console.error(`${layer}: ${found.length} programs`);
      }
      return reportOf(rows);
    }),
};

function rowOf(layer: string, found: readonly Done[]): Row {
  const harmful = found.filter(({ changed }) => changed.length > 0);
  const isHole = ({ one }: Done) => layer === 'links' && holesOfPlain.has(one.action);
  return {
    layer,
    harmful,
    cases: found.length,
    wrong: harmful.filter((done) => !isHole(done)),
    failed: found.filter(({ code }) => code !== 0),
  };
}

interface Done {
  readonly one: HarmCase;
  readonly changed: readonly string[];
  readonly code: number | null;
}

interface Row {
  readonly layer: string;
  readonly cases: number;
  readonly harmful: readonly Done[];
  /** Not by a hole that docs/placement.md names. */
  readonly wrong: readonly Done[];
  readonly failed: readonly Done[];
}

async function harmOf(one: HarmCase, directory: string, protect: string): Promise<Done> {
  const { args, project, env, harm: changed, close } = surroundingsFor(one, directory, tests);
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: project,
    env: { ...env, WHITTLE_PROTECT: protect },
    stdio: 'ignore',
  });
  const code = await new Promise<number | null>((done) => child.on('close', done));
  try {
    return { one, code, changed: changed() };
  } finally {
    close();
  }
}

function reportOf(rows: readonly Row[]): Report {
  const named = (done: readonly Done[]) => [...new Set(done.map(({ one }) => one.action))].join(', ');
  const text = table(
    ['layer', 'programs', 'did harm', 'by', 'not by a hole', 'without a result'],
    rows.map(({ layer, cases, harmful, wrong, failed }) => [
      layer,
      cases,
      harmful.length,
      named(harmful),
      wrong.length,
      failed.length,
    ]),
  );
  const [off, ...others] = rows;
  return {
    text,
    claims: [
      {
        text: `faults: without protection, some of the programs do harm (${off.harmful.length} of ${off.cases})`,
        met: off.harmful.length > 0,
      },
      ...others.map(({ layer, cases, wrong }) => ({
        text: `faults: ${cases} destructive programs change nothing outside, on the layer ${layer} (${wrong.length} did: ${named(wrong)})`,
        met: wrong.length === 0,
      })),
    ],
    plots: {},
  };
}
