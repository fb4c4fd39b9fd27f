/** Programs in other languages, and what some of their declarations need. */
import type { Example } from './example';

export const otherExamples: readonly Example[] = [
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
  {
    what: 'a field for each parameter of a type',
    language: 'rust',
    text: `
struct A<'a, T> {
    long: Option<Option<&'a T>>,
    t: T,
    a: &'a u8,
    x: u8,
}
fn f<T>(a: A<T>) -> u8 { a.x }
`,
    wanted: 'f',
    left: `
struct A<'a, T> {
    t: T,
    a: &'a u8,
    x: u8,
}
fn f<T>(a: A<T>) -> u8 { a.x }
`,
  },
  {
    what: 'an implementation of a trait that is imported, and what a trait is based on',
    language: 'rust',
    text: `
use std::borrow::{Borrow, BorrowMut};
use std::iter::{FromIterator};
struct A;
impl Borrow<u8> for A { fn borrow(&self) -> &u8 { &0 } }
impl BorrowMut<u8> for A { fn borrow_mut(&mut self) -> &mut u8 { todo!() } }
impl FromIterator<u8> for A { fn from_iter<I>(i: I) -> A { A } }
impl Drop for A { fn drop(&mut self) { } }
fn f(i: &[u8]) -> A { i.iter().collect() }
`,
    wanted: 'f',
    tier: 'lean',
    left: `
use std::iter::{FromIterator};
struct A;
impl FromIterator<u8> for A { fn from_iter<I>(i: I) -> A {loop{}} }
fn f(i: &[u8]) -> A { i.iter().collect() }
`,
  },
  {
    what: 'the package, imports by the names that they give, and variables of a list',
    language: 'go',
    text: `
package p
import (
\t"errors"
\t"math/rand/v2"
\tstr "strings"
\t"unicode/utf8"
)
var (
\tErrA = errors.New("a")
\tErrB = errors.New("b")
)
func f() int { println(str.ToLower("A"), rand.Int(), ErrA); return 0 }
`,
    wanted: 'f',
    left: `
package p
import (
\t"errors"
\t"math/rand/v2"
\tstr "strings"
)
var (
\tErrA = errors.New("a")
)
func f() int { println(str.ToLower("A"), rand.Int(), ErrA); return 0 }
`,
  },
  {
    what: 'methods with their receivers, those of an interface, and embedded fields',
    language: 'go',
    text: `
package p
type E struct { line int }
func (e E) Error() string { return "" }
type A struct { E; x int; y int }
type B struct { x int }
func (a A) m() error { a.line = 1; return a }
func (b B) m() int { return b.x }
func f(a A) { a.m() }
`,
    wanted: 'f',
    left: `
package p
type E struct { line int }
func (e E) Error() string { return "" }
type A struct { E }
func (a A) m() error { a.line = 1; return a }
func f(a A) { a.m() }
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
    def __init__(self):
        self.writer = writer(fast)
    def close(self):
        pass
def writer(x):
    x[START] = 1
    a, b = x
    return a
def f():
    A()
`,
    wanted: 'f',
    left: `
try:
    import fast
except ImportError:
    fast = None
START = 0
class A:
    def __init__(self):
        self.writer = writer(fast)
def writer(x):
    x[START] = 1
    a, b = x
    return a
def f():
    A()
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
  {
    what: 'all fields of a literal without keys',
    language: 'go',
    text: `
package p
type A struct { x int; y int }
type B struct { x int; z int }
func f() int {
\ta := A{1, 2}
\tb := B{x: 1}
\treturn a.x + b.x
}
`,
    wanted: 'f',
    left: `
package p
type A struct { x int; y int }
type B struct { x int }
func f() int {
\ta := A{1, 2}
\tb := B{x: 1}
\treturn a.x + b.x
}
`,
  },
  {
    what: 'imports, constructors with what they set, and calls of methods',
    language: 'java',
    text: `
package p;
import java.util.List;
import java.util.Set;
class A {
    private final int size;
    private int unused;
    private List<String> list;
    A(int size) {
        this.size = size;
        check(0);
    }
    void check(int x) {}
    void other() {}
    List<String> get() { return list; }
}
`,
    wanted: 'get',
    left: `
package p;
import java.util.List;
class A {
    private final int size;
    private List<String> list;
    A(int size) {
        this.size = size;
        check(0);
    }
    void check(int x) {}
    List<String> get() { return list; }
}
`,
  },
];
