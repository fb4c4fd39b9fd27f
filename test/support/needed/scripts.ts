/** Programs in JavaScript, TypeScript and Python, and what some of their declarations need. */
import type { Example } from './example';

export const scriptExamples: readonly Example[] = [
  {
    what: 'members that are called without a word of them',
    language: 'python',
    text: `
class A:
    def __init__(self, x):
        self.x = x
    def m(self):
        return 1
class B(A):
    def __enter__(self):
        return self
def f():
    return A(1)
`,
    wanted: 'f',
    left: `
class A:
    def __init__(self, x):
        self.x = x
def f():
    return A(1)
`,
  },
  {
    what: 'functions, classes and variables',
    language: 'javascript',
    text: `
const one = 1;
const two = 2;
class A { constructor() { this.x = 1; } m() { return one; } n() { return two; } }
A.prototype.later = function () { return 1; };
A.prototype.never = function () { return 2; };
function g(one) { return one; }
function f() { return g(new A().later()); }
`,
    wanted: 'f',
    left: `
class A { constructor() { this.x = 1; } }
A.prototype.later = function () { return 1; };
function g(one) { return one; }
function f() { return g(new A().later()); }
`,
  },
  {
    what: 'in one function around the whole file',
    language: 'javascript',
    text: `
(function () {
  function g() { return h(1) + h(2) + h(3); }
  function h(n) { return n; }
  function unused() { return 1; }
  function f() { return g(); }
  return { f: f };
})();
`,
    wanted: 'f',
    left: `
(function () {
  function g() { return h(1) + h(2) + h(3); }
  function h(n) { return n; }
  function f() { return g(); }
  return { f: f };
})();
`,
  },
  {
    what: 'classes, functions and imports',
    language: 'python',
    text: `
import os
import sys
from math import pi, tau
class A:
    def m(self):
        return pi
    def n(self):
        return os.name
def g():
    return A().m()
def f():
    return g()
`,
    wanted: 'f',
    left: `
from math import pi
class A:
    def m(self):
        return pi
def g():
    return A().m()
def f():
    return g()
`,
  },
  {
    what: 'types and interfaces',
    language: 'typescript',
    text: `
interface A { x: B; }
type B = number;
type C = string;
enum D { one, two }
function f(a: A) { return a.x; }
`,
    wanted: 'f',
    left: `
interface A { x: B; }
type B = number;
function f(a: A) { return a.x; }
`,
  },
  {
    what: 'imports of each kind',
    language: 'javascript',
    text: `
import a, { b, c as d } from 'x';
import * as e from 'y';
import { g } from 'z';
export { b };
export function f() { return d(e); }
`,
    wanted: 'f',
    left: `
import a, { c as d } from 'x';
import * as e from 'y';
export function f() { return d(e); }
`,
  },
  {
    what: 'variables that are assigned elsewhere, and names of patterns',
    language: 'javascript',
    text: `
var known;
var other;
const { safe: re, t, ...rest } = require('x');
const [p, q] = [1, 2];
function load() { var other = 1; if (!known) { known = 1; } other = re; return q; }
function g() { return t; }
function f() { load(); }
`,
    wanted: 'f',
    left: `
var known;
const { safe: re } = require('x');
const [p, q] = [1, 2];
function load() { var other = 1; if (!known) { known = 1; } other = re; return q; }
function f() { load(); }
`,
  },
  {
    what: 'a constructor, members without a name, and names in quotes',
    language: 'typescript',
    text: `
interface Call { (x: number): void; name: string; }
class A<T extends { _in: number }> {
  '~data': T['_in'] = 1;
  other = 2;
  constructor(x: Call) {}
  get() { return this['~data']; }
}
function f(x: Call) { return new A(x).get(); }
`,
    wanted: 'f',
    left: `
interface Call { (x: number): void }
class A<T extends { _in: number }> {
  '~data': T['_in'] = 1;
  constructor(x: Call) {}
  get() { return this['~data']; }
}
function f(x: Call) { return new A(x).get(); }
`,
  },
  {
    what: 'imports that may fail, attributes of self, elements of a list',
    language: 'python',
    text: `
try:
    import fast
except ImportError:
    fast = None
try:
    import slow
except ImportError:
    slow = None
START = 0
END = 1
class A:
    def start(self):
        self.writer = writer(fast)
    def close(self):
        pass
def writer(x):
    x[START] = 1
    a, b = x
    return a
def f():
    A().start()
`,
    wanted: 'f',
    left: `
try:
    import fast
except ImportError:
    fast = None
START = 0
class A:
    def start(self):
        self.writer = writer(fast)
def writer(x):
    x[START] = 1
    a, b = x
    return a
def f():
    A().start()
`,
  },
  {
    what: 'all members for an interface that is declared elsewhere, those of its own by name, and names in literal types',
    language: 'typescript',
    text: `
interface Own { a(): void; b(): void; }
interface Options { size: number; ttl: number; }
class A implements Own { a() {} b() {} }
class B implements Iterable<number> { *[Symbol.iterator]() {} extra() {} }
function f(o: Pick<Options, 'size'>) { new A().a(); return new B(); }
`,
    wanted: 'f',
    left: `
interface Own { a(): void }
interface Options { size: number }
class A implements Own { a() {} }
class B implements Iterable<number> { *[Symbol.iterator]() {} extra() {} }
function f(o: Pick<Options, 'size'>) { new A().a(); return new B(); }
`,
  },
];
