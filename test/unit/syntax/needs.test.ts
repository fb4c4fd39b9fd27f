/** What is needed if some declarations stay: the least model of the clauses, by language and tier. */
import assert from 'node:assert/strict';
import { leastModel, withoutUnneeded, type Tier } from '../../../src/syntax/needs/model';
import { needsRulesOf } from '../../../src/syntax/needs/rules';
import { readUnits } from '../../../src/syntax/needs/table';
import { removalRanges } from '../../../src/syntax/removal';
import { edited, render, sourceText } from '../../../src/text/source';
import { tidyCuts } from '../../../src/text/tidy';
import { grammarOf } from '../../support/grammars';

interface Example {
  readonly what: string;
  readonly language: string;
  readonly text: string;
  /** Stays; what it needs stays with it. */
  readonly wanted: string;
  readonly tier?: Tier;
  /** Without blank lines. */
  readonly left: string;
}

const examples: readonly Example[] = [
  {
    what: 'declarations without bodies',
    language: 'c',
    text: `
int g(int a) { return a; }
int f(void) { return g(1); }
int h(void) { return 2; }
`,
    wanted: 'f',
    tier: 'shell',
    left: `
int g(int a) ;
int f(void) { return g(1); }
`,
  },
  {
    what: 'an enumerator that is used, and the first one',
    language: 'c',
    text: `
enum { first, second, third };
int f(void) { return third; }
`,
    wanted: 'f',
    left: `
enum { first, third };
int f(void) { return third; }
`,
  },
  {
    what: 'all fields of a type with an initialiser by position',
    language: 'c',
    text: `
struct pair { int a; int b; };
struct other { int a; int b; };
struct pair p = { 1, 2 };
struct other q;
`,
    wanted: 'p',
    left: `
struct pair { int a; int b; };
struct pair p = { 1, 2 };
`,
  },
  {
    what: 'an overload only with the types of its parameters',
    language: 'cpp',
    text: `
struct A { int x; };
struct B { int x; };
int show(A a) { return 1; }
int show(B b) { return 2; }
int f(A a) { return show(a); }
`,
    wanted: 'f',
    left: `
struct A {};
int show(A a) { return 1; }
int f(A a) { return show(a); }
`,
  },
  {
    what: 'a member only by its name',
    language: 'cpp',
    text: `
struct A { int one() { return two(); } int two() { return 2; } int three() { return 3; } };
int f(A a) { return a.one(); }
`,
    wanted: 'f',
    left: `
struct A { int one() { return two(); } int two() { return 2; } };
int f(A a) { return a.one(); }
`,
  },
  {
    what: 'a specialisation only outside of the smallest tier',
    language: 'cpp',
    text: `
template <class T> struct box { T t; };
struct special {};
template <> struct box<special> { int n; };
box<special> f(special s);
`,
    wanted: 'f',
    tier: 'lean',
    left: `
template <class T> struct box {};
struct special {};
box<special> f(special s);
`,
  },
  {
    what: 'operators and suffixes of literals',
    language: 'cpp',
    text: `
struct A {};
A operator+(A a, A b) { return a; }
A operator-(A a, A b) { return a; }
int operator""_km(unsigned long long n) { return n; }
int operator""_mi(unsigned long long n) { return n; }
int f(A a) { a + a; return 3_km; }
`,
    wanted: 'f',
    left: `
struct A {};
A operator+(A a, A b) { return a; }
int operator""_km(unsigned long long n) { return n; }
int f(A a) { a + a; return 3_km; }
`,
  },
  {
    what: 'a member that is defined outside of its class',
    language: 'cpp',
    text: `
namespace n {
struct A { void a(); void b(); };
void A::a() { }
void A::b() { }
}
void f(n::A x) { x.a(); }
`,
    wanted: 'f',
    left: `
namespace n {
struct A { void a(); };
void A::a() { }
}
void f(n::A x) { x.a(); }
`,
  },
  {
    what: 'an error spoils only its own declaration',
    language: 'cpp',
    text: `
int g();
struct odd { __is_bad(( int x; };
int h();
int f() { return g(); }
`,
    wanted: 'f',
    left: `
int g();
int f() { return g(); }
`,
  },
  {
    what: 'an implementation with its type and trait, and members by name',
    language: 'rust',
    text: `
struct A { x: u8 }
struct B;
trait Show { fn show(&self) -> u8; }
impl Show for A { fn show(&self) -> u8 { self.x } }
impl Show for B { fn show(&self) -> u8 { 0 } }
impl A { fn new() -> A { A { x: 1 } } fn old() -> A { A { x: 0 } } }
fn f() -> u8 { A::new().show() }
`,
    wanted: 'f',
    left: `
struct A { x: u8 }
trait Show { fn show(&self) -> u8; }
impl Show for A { fn show(&self) -> u8 { self.x } }
impl A { fn new() -> A { A { x: 1 } } }
fn f() -> u8 { A::new().show() }
`,
  },
  {
    what: 'imports by the names that they give',
    language: 'rust',
    text: `
use std::fmt::{self, Debug};
use std::collections::{HashMap, HashSet as Set};
fn f(s: Set<u8>) -> impl Debug { 1 }
`,
    wanted: 'f',
    left: `
use std::fmt::{Debug};
use std::collections::{HashSet as Set};
fn f(s: Set<u8>) -> impl Debug { 1 }
`,
  },
  {
    what: 'bodies that need not return',
    language: 'rust',
    text: `
fn g() -> u8 { 1 }
fn h() { g(); }
fn f() -> u8 { h(); g() }
`,
    wanted: 'f',
    tier: 'shell',
    left: `
fn g() -> u8 {loop{}}
fn h() {}
fn f() -> u8 { h(); g() }
`,
  },
  {
    what: 'functions, classes and variables',
    language: 'javascript',
    text: `
const one = 1;
const two = 2;
class A { m() { return one; } n() { return two; } }
A.prototype.later = function () { return 1; };
A.prototype.never = function () { return 2; };
function g(one) { return one; }
function f() { return g(new A().later()); }
`,
    wanted: 'f',
    left: `
class A {}
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
  return {};
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
];

describe('what is needed', function () {
  this.timeout(60_000);
  for (const { what, language, text, wanted, tier = 'bodies', left } of examples) {
    it(`${language}: ${what}`, async () => {
      const grammar = await grammarOf(language);
      const tree = grammar.elements(text);
      const table = readUnits(tree, needsRulesOf(language));
      const whole = table.byName.get(wanted)!.slice(0, 1);
      const { removed, shells } = withoutUnneeded(table, leastModel(table, { whole, tier }));
      const edits = tidyCuts(text, [...removalRanges(tree, removed), ...shells], { start: 0, end: text.length });
      const rest = render(edited(sourceText(text), edits));
      const lines = rest.split('\n').map((line) => line.trimEnd());
      assert.equal(`\n${lines.filter(Boolean).join('\n')}\n`, left);
      grammar.dispose();
    });
  }
});
