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
];
