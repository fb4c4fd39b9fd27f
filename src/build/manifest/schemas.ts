/** JSON schemas that settings and task fields share. Texts stand in English where VS Code reads them; `localized.ts` takes them out. */
import { mostJobs } from '../../reduction/drive/loops';
import { defaultReducer, reducers } from '../../reducers/registry';
import { optionNames } from '../../reduction/searches/options';
import { hddr } from '../../strategies/lists/hdd';
import { strategies } from '../../strategies/registry';
import { placementChoices } from '../../vscode/oracles/placements';

export type Schema = Readonly<Record<string, unknown>>;

/** A text with the values that are offered, each with a sentence. */
export function choice(all: readonly { readonly name: string; readonly description: string }[]): Schema {
  return {
    type: 'string',
    enum: all.map(({ name }) => name),
    enumDescriptions: all.map(({ description }) => description),
  };
}

const oneOf = (all: readonly { readonly name: string }[]) => `(?:${all.map(({ name }) => name).join('|')})`;

/** `defaultSnippets`: what is offered in settings.json and tasks.json; *Choose Search…* has its sentences from there. */
export const search: Schema = {
  type: 'string',
  pattern: `^${oneOf(strategies)}(?::${oneOf(reducers)})?(?:\\+(?:${optionNames.join('|')})=[^+]+)*$`,
  patternErrorMessage: 'Write NAME[:REDUCER][+OPTION=VALUE]…, for example default, hddr:ddmin or hddr:probdd+p0=0.3.',
  defaultSnippets: [
    ...strategies.map(({ name, description }) => ({ label: name, description, body: name })),
    ...reducers.map(({ name, description }) => ({
      label: `${hddr.name}:${name}`,
      description: `${description}${name === defaultReducer.name ? ' Used if no list reducer is given.' : ''}`,
      body: `${hddr.name}:${name}`,
    })),
  ],
};

export const place: Schema = choice(placementChoices);

/** 0 means all cores but one. */
export const jobs: Schema = { type: 'integer', minimum: 0, maximum: mostJobs };

export const cluster: Schema = {
  type: 'object',
  properties: {
    redis: {
      type: 'string',
      pattern: '^rediss?://|\\$\\{',
      patternErrorMessage: 'Write redis://HOST:PORT, redis://:${env:NAME}@HOST:PORT, or rediss:// for TLS.',
      description:
        'Address of Redis: redis://HOST:PORT (Whittle: Set Redis Password asks for its password), redis://:${env:NAME}@HOST:PORT with the password in an environment variable, or rediss:// for TLS.',
    },
    oracle: { type: 'string', description: 'The name by which the workers know the command.' },
  },
  additionalProperties: false,
};
