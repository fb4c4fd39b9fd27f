/** What is needed in languages that look names up while they run, beside those that have tests of their own. */
import type { Example } from './example';

export const dynamicExamples: readonly Example[] = [
  {
    what: 'constants and properties have names, imports and traits stay',
    language: 'php',
    text: `
<?php
namespace Shop;
const LIMIT = 3;
const OTHER = 4;
interface A { function b(); function c(); }
class D implements A {
use Loud;
private int $e = 1;
private $f = 2;
function __construct() { $this->e = LIMIT; }
function b() { return $this->e; }
function c() {}
}
function h() { return (new D)->b(); }
`,
    wanted: 'h',
    left: `
<?php
const LIMIT = 3;
interface A { function b(); }
class D implements A {
use Loud;
private int $e = 1;
function __construct() { $this->e = LIMIT; }
function b() { return $this->e; }
}
function h() { return (new D)->b(); }
`,
  },
  {
    what: 'methods are members of a class, which has its initialiser and what is called in it',
    language: 'ruby',
    text: `
require 'set'
LIMIT = 3
OTHER = 4
class D
attr_reader :e
def initialize
@e = LIMIT
end
def b
[e].map { |f| f + 1 }
end
def c
0
end
end
def h
D.new.b
end
def i
0
end
`,
    wanted: 'h',
    left: `
require 'set'
LIMIT = 3
class D
attr_reader :e
def initialize
@e = LIMIT
end
def b
[e].map { |f| f + 1 }
end
end
def h
D.new.b
end
`,
  },
  {
    what: 'variables have names, a package stays with what it uses',
    language: 'perl',
    text: `
package A;
use strict;
our $limit = 3;
my $other = 4;
sub b { return { e => $limit }; }
sub c { return 0; }
sub h { return b(); }
`,
    wanted: 'h',
    left: `
package A;
use strict;
our $limit = 3;
sub b { return { e => $limit }; }
sub h { return b(); }
`,
  },
  {
    what: 'modules of a bundle that is one text, by what they import',
    language: 'javascript',
    text: `
(function (modules) { modules[1](); })({
1: [function (require, module) {
var a = require('./a');
function h() { return a(); }
}, { './a': 2, './b': 3 }],
2: [function (require, module) {
function c() { return 0; }
function d() { return 1; }
module.exports = c;
}, {}],
3: [function (require, module) {
module.exports = 3;
}, {}]
});
`,
    wanted: 'h',
    left: `
(function (modules) { modules[1](); })({
1: [function (require, module) {
var a = require('./a');
function h() { return a(); }
}, { './a': 2 }],
2: [function (require, module) {
function c() { return 0; }
module.exports = c;
}, {}]
});
`,
  },
  {
    what: 'a command alone is a use',
    language: 'bash',
    text: `
limit=3
other=4
b() { echo "$limit"; }
c() { echo 0; }
h() {
b
}
c
c
`,
    wanted: 'h',
    left: `
limit=3
b() { echo "$limit"; }
h() {
b
}
`,
  },
  {
    what: 'functions of a module, which keeps its attributes',
    language: 'elixir',
    text: `
defmodule Shop.Cart do
  alias Shop.Money
  @limit 3

  def h(value) do
    b(value)
  end

  defp b(value), do: value + @limit
  defp c(value), do: value
end
`,
    wanted: 'h',
    left: `
defmodule Shop.Cart do
  alias Shop.Money
  @limit 3
  def h(value) do
    b(value)
  end
  defp b(value), do: value + @limit
end
`,
  },
  {
    what: 'functions have a hyphen in their names, variables a sign',
    language: 'powershell',
    text: `
Set-StrictMode -Version Latest
$limit = 3
$other = 4
function Get-Rest { return $limit }
function Get-Other { return $other }
function h { Get-Rest }
h
h
`,
    wanted: 'h',
    left: `
Set-StrictMode -Version Latest
$limit = 3
function Get-Rest { return $limit }
function h { Get-Rest }
`,
  },
];
