/** Programs in Rust, and what some of their declarations need. */
import type { Example } from './example';

export const rustExamples: readonly Example[] = [
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
];
