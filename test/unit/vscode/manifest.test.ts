/** What package.json says of us must be what the code does. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import manifest from '../../../package.json';
import { knownBy, optionNames, optionProblem, optionSpecs } from '../../../src/reduction/options';
import type { OptionSpec } from '../../../src/reducers/options';
import { defaultReducer, reducers } from '../../../src/reducers/registry';
import { commitRules, defaultCommitRule, defaultLoop, loops } from '../../../src/reduction/loops';
import { defaultUnit, units } from '../../../src/strategies/isolation';
import { defaultStrategy, strategies } from '../../../src/strategies/registry';
import { defaultFilter, filterChoices } from '../../../src/syntax/filter';

const { contributes } = manifest;

describe('the manifest', () => {
  const choices: [
    string,
    { enum: string[]; enumDescriptions: string[]; default?: string },
    readonly { name: string; description: string }[],
    string?,
  ][] = [
    ['setting reducer', contributes.configuration.properties['whittle.reducer'], reducers, defaultReducer.name],
    ['setting strategy', contributes.configuration.properties['whittle.strategy'], strategies, defaultStrategy.name],
    ['setting loop', contributes.configuration.properties['whittle.loop'], loops, defaultLoop.name],
    ['setting commit', contributes.configuration.properties['whittle.commit'], commitRules, defaultCommitRule.name],
    ['setting filter', contributes.configuration.properties['whittle.filter'], filterChoices, defaultFilter],
    ['task reducer', contributes.taskDefinitions[0].properties.reducer, reducers],
    ['task strategy', contributes.taskDefinitions[0].properties.strategy, strategies],
    ['task loop', contributes.taskDefinitions[0].properties.loop, loops],
    ['task commit', contributes.taskDefinitions[0].properties.commit, commitRules],
    ['task filter', contributes.taskDefinitions[0].properties.filter, filterChoices],
  ];
  for (const [what, schema, all, usual] of choices) {
    it(`offers what is registered: ${what}`, () => {
      assert.deepEqual(
        schema.enum,
        all.map(({ name }) => name),
      );
      assert.deepEqual(
        schema.enumDescriptions,
        all.map(({ description }) => description),
      );
      assert.equal(schema.default, usual);
    });
  }

  it('offers the units of an isolation, each with a description', () => {
    const schema = contributes.configuration.properties['whittle.isolateUnit'];
    assert.deepEqual(schema.enum, units);
    assert.equal(schema.enumDescriptions.length, units.length);
    assert.equal(schema.default, defaultUnit);
  });

  it('has a setting and a task field for every option of a reducer, with its bounds and default', () => {
    const settings = contributes.configuration.properties as Record<string, Record<string, unknown>>;
    const fields = contributes.taskDefinitions[0].properties as Record<string, Record<string, unknown>>;
    for (const name of optionNames) {
      const { description, usual, choices }: OptionSpec<unknown> = optionSpecs[name];
      const [setting, field] = [settings[`whittle.${name}`], fields[name]];
      assert.equal(setting.default, usual);
      assert.ok(String(setting.markdownDescription).startsWith(description));
      assert.ok(String(field.description).startsWith(description));
      for (const whole of [setting, field]) {
        const schemas = (whole.anyOf as Record<string, unknown>[] | undefined) ?? [whole];
        assert.deepEqual(
          schemas.flatMap((schema) => schema.enum ?? []),
          choices ?? [],
        );
        for (const schema of schemas) {
          for (const bound of [schema.minimum, schema.maximum].filter((value) => value !== undefined)) {
            assert.equal(optionProblem(name, bound), undefined);
          }
          for (const bound of [schema.exclusiveMinimum, schema.exclusiveMaximum]) assert.ok(optionProblem(name, bound));
        }
      }
      for (const { name: one } of [...reducers, ...strategies]) {
        assert.equal(String(setting.markdownDescription).includes(`\`${one}\``), knownBy(name).includes(one), one);
      }
    }
  });

  it('has a registered command for every menu entry, and a title for every command', () => {
    const source = readFileSync('src/vscode/commands.ts', 'utf8');
    const commands = contributes.commands.map(({ command }) => command);
    for (const { command, title, category } of contributes.commands) {
      assert.ok(source.includes(`'${command}'`), command);
      assert.match(`${category}: ${title}`, /^Whittle: [A-Z]/);
    }
    for (const entries of Object.values(contributes.menus)) {
      for (const { command } of entries) assert.ok(commands.includes(command), command);
    }
  });

  it('names files that are there', () => {
    for (const file of [manifest.icon, contributes.grammars[0].path, manifest.main, manifest.bin.whittle]) {
      assert.ok(existsSync(file), file);
    }
  });

  it('asks for no more of the editor than our types know', () => {
    assert.equal(manifest.engines.vscode, `^${manifest.devDependencies['@types/vscode']}`);
  });
});
