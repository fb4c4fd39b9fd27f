/** JavaScript and its kin, and what pages are made of. */
import type { Samples } from './sample';

export const web: Samples = {
  javascript: {
    text: `import { a, b as c, d } from 'x';

// note
function f(p, q, ...rest) {
  let x = [1, 2, , 3], y = { k: 1, l, m() {} };
  if (p) { g(x, y); } else h();
  for (let i = 0; i < 3; i++) x.push(i);
  return q ? \`t\${x}\` : /re/g;
}
class A extends B { static s = 1; #p; get v() { return this.#p; } }
export default f;
`,
    wanted: /\[.*3.*\][^]*x\.push/,
    minimum: `{
  [ , 3];
  for (;;) x.push;
}
`,
  },
  typescript: {
    text: `import type { A, B } from 'x';

interface I<T, U> { a: string; b?: T; c(x: number, y: U): void }
type U2 = 'a' | 'b' | 'c';
enum E { One, Two, Three }
export function f<T>(p: T, q: number = 1): T & I<T, U2> { return p as never; }
abstract class C implements I<string, E> { private x!: number; constructor(readonly y: string) { super(); } }
`,
    wanted: /c\(x: number[^]*Two/,
    minimum: `interface I { c(x: number) }
{ Two }
`,
  },
  tsx: {
    text: `import { useState, type Props } from 'x';

// note
type Kind = { one: string; two?: number };
const limits: number[] = [1, 2, 3];

export const View = ({ a, b }: { a: string; b: number }) => (
  <ul className="x" id={a}>
    <li key={1}>{a}</li>
    <li>text {b}</li>
  </ul>
);
`,
    wanted: /<ul[^]*text/,
    minimum: `export const View = (
  <ul>
    <>text </>
  </>
);
`,
  },
  html: {
    text: `<!DOCTYPE html>
<html lang="en">
<head><title>t</title><style>a { b: c }</style></head>
<body>
<!-- note -->
<ul id=x class="y z"><li>one<li>two</ul>
<p>text <b>bold</b> more<br></p>
<script>f(1, 2);</script>
</body>
</html>
`,
    wanted: /<li>two[^]*<b>/,
    minimum: `<ul><li>two</ul>
<p> <b></p>
`,
  },
  css: {
    text: `@import url("base.css") screen, print;
/* note */
:root { --gap: 4px; --ink: #123456; }
a:hover, ul > li.item[data-x="1"], p::before {
  margin: 0 auto var(--gap) 1.5em;
  color: rgb(1, 2, 3) !important;
  transition: color 1s ease, margin 2s;
}
@media (min-width: 40em) and (max-width: 80em) {
  .grid { display: grid; grid-template-columns: repeat(2, 1fr) 10px; }
  .grid .cell { padding: calc(1px + 2em); }
}
@keyframes spin { from { opacity: 0; } 50% { opacity: 0.5; } to { opacity: 1; } }
`,
    wanted: /li\.item[^]*2s[^]*50%/,
    minimum: `> li.item {
  transition: 2s;
}
@keyframes spin { 50% {} }
`,
  },
  vue: {
    text: `<template>
  <ul :class="kind" @click="go(1, 2)">
    <!-- note -->
    <li v-for="item in items" :key="item.id">{{ item.name }} of {{ total }}</li>
    <li v-else>none</li>
  </ul>
  <p v-if="open">text <b>bold</b></p>
</template>

<script>
export default { data: () => ({ items: [], total: 0 }) };
</script>

<style scoped>
ul { margin: 0 }
</style>
`,
    wanted: /v-for="item in items"[^]*total[^]*<b>/,
    minimum: `<template>
  v-for="item in items">{{ total }}
  <b>
</template>
`,
  },
  svelte: {
    text: `<script>
  import Row from './Row.svelte';
  export let items = [];
  let total = 0;
  $: total = items.length + 1;
</script>

<!-- note -->
{#if total > 2}
  <ul class="list {kind}" on:click={() => go(1, 2)}>
    {#each items as item, i (item.id)}
      <li {...item.rest}>{item.name || i} of <b>{total + 0}</b></li>
    {:else}
      <li>none</li>
    {/each}
  </ul>
{/if}

<style>
ul { margin: 0 }
</style>
`,
    wanted: /\$: total[^]*\{#each items as item[^]*\|\| i/,
    minimum: `<script>
  $: total;
</script>

{#if total > 2}
  <ul>
    {#each items as item, i (item.id)}
      <li>{item.name || i} </li>
    {/each}
  </ul>
{/if}
`,
  },
  php: {
    text: `<?php
declare(strict_types=1);
namespace App\\Model;

use App\\{Store, Clock as Time};

// note
interface Shape { public function area(int $scale = 1): float; }

final class Circle extends Base implements Shape, Named
{
    use Logs, Counts;
    private const PI = 3.14, TWO = 2;
    public function __construct(private float $r, protected ?string $name = null) {}
    public function area(int $scale = 1): float
    {
        foreach ([1, 2, 'k' => 3] as $key => $value) {
            if ($value > 2 && $key !== null) { echo "$key is {$value}", PHP_EOL; } elseif ($value) continue; else break;
        }
        return match (true) { $scale > 1, $scale < 0 => self::PI * $scale, default => fn($x) => $x };
    }
}
$made = new Circle(r: 2.5, name: 'c');
`,
    wanted: /<\?php[^]*class Circle[^]*'k'[^]*elseif[^]*default/,
    minimum: `<?php
class Circle
{
    function area()
    {
        foreach (['k'] as $key) {
            if ( $key) {} elseif ($value) continue;
        }
        return match (true) { default => $x };
    }
}
`,
  },
};
