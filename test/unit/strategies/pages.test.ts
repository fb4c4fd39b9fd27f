/** Pages: scripts and styles in them are reduced by their own syntax. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

const functions = Array.from({ length: 40 }, (_, at) => [
  `function load${at}(all) {`,
  `  const first = all[${at}] ?? [];`,
  `  return first.map((one) => one * ${at});`,
  '}',
]).flat();
const script = [...functions, 'function show(cart) {', '  return cart.total(load7(1), 2);', '}'].join('\n');
const styles = Array.from({ length: 20 }, (_, at) => `.a${at} { margin: ${at}px; color: red }`).join('\n');

const pages: Record<string, string> = {
  html: `<html><head><style>\n${styles}\n</style></head><body><p class="b">text</p><script>\n${script}\n</script></body></html>\n`,
  vue: `<script setup lang="ts">\n${script}\n</script>\n<template><p class="b">{{ text }}</p></template>\n<style>\n${styles}\n</style>\n`,
};

/** The bug: a program that can be read calls `total` with two values, in a function. */
function hasBug(page: string): boolean {
  const [, text = ''] = /<script[^>]*>([^]*)<\/script>/.exec(page) ?? [];
  try {
    new Function(text);
  } catch {
    return false;
  }
  return /function \w+\(.*\)\s*\{[^}]*total\([^,]+,[^,]+\)/.test(text);
}

describe('a page', function () {
  this.timeout(120_000); // some hundred candidates, each parsed in two languages

  for (const [language, text] of Object.entries(pages)) {
    it(`in ${language} is reduced to what matters in its script`, async () => {
      const grammar = await grammarOf(language);
      const { text: left, asked } = reduceText(text, { grammar, strategy: pipeline, property: hasBug });
      grammar.dispose();
      assert.match(
        left,
        /^<script[^>]*>\nfunction \w+\(\) \{\n {2}(?:return )?total\(\w+, \w+\);?\n\}\n<\/script>\s*$/,
      );
      assert.ok(new Set(asked).size < 300, `${new Set(asked).size} tests`);
    });
  }
});
