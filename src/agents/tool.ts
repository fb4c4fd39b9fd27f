/** A tool for coding agents: its texts, arguments and results. `whittle mcp` and the editor serve it. */
import { z } from 'zod';
import type { CommonArguments } from './arguments';

export interface Tool<T extends CommonArguments = CommonArguments> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly schema: z.ZodType<T>;
  readonly result: z.ZodType;
}

/** What the agent gets; `told` has the form of `result`. */
export interface Answer {
  readonly texts: readonly string[];
  readonly told: Readonly<Record<string, unknown>>;
}

/** Arguments or results as JSON schema. */
export function shapeOf(schema: z.ZodType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { target: 'draft-7', io });
}
