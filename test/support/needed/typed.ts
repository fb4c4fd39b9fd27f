/** What is needed in languages with declared types, beside those that have tests of their own. */
import type { Example } from './example';

export const typedExamples: readonly Example[] = [
  {
    what: 'members of an interface and of a class go together, and a property that is assigned stays',
    language: 'kotlin',
    text: `
import java.util.Locale
interface A { fun b(): Int
fun c() }
class D(val e: Int) : A {
var f: Int = 0
var g = 1
override fun b(): Int { f = e
return f }
override fun c() {}
}
fun h() { D(1).b() }
`,
    wanted: 'h',
    left: `
import java.util.Locale
interface A { fun b(): Int
}
class D(val e: Int) : A {
var f: Int = 0
override fun b(): Int { f = e
return f }
}
fun h() { D(1).b() }
`,
  },
  {
    what: 'the type of a result is no name, and a class has its initialiser',
    language: 'swift',
    text: `
import Foundation
protocol A { func b() -> Int
func c() }
class D: A {
let e: Int
init(e: Int) { self.e = e }
func b() -> Int { return e }
func c() {}
}
class F: A { func b() -> Int { return 0 } }
func h() { D(e: 1).b() }
`,
    wanted: 'h',
    left: `
import Foundation
protocol A { func b() -> Int
}
class D: A {
let e: Int
init(e: Int) { self.e = e }
func b() -> Int { return e }
}
func h() { D(e: 1).b() }
`,
  },
  {
    what: 'a variable that is assigned stays',
    language: 'scala',
    text: `
trait A { def b(): Int
def c(): Unit }
class D(e: Int) extends A {
var f = 0
var g = 1
def b(): Int = { f = e
f }
def c() = {}
}
object H { def h() = new D(1).b() }
`,
    wanted: 'h',
    left: `
trait A { def b(): Int
}
class D(e: Int) extends A {
var f = 0
def b(): Int = { f = e
f }
}
object H { def h() = new D(1).b() }
`,
  },
  {
    what: 'a function and its body stand beside each other, and a variable and its type',
    language: 'dart',
    text: `
import 'dart:math';
const int limit = 3;
final other = 4;
abstract class A { int b(); void c(); }
class D implements A {
final int e;
D(this.e);
@override
int b() { return e + limit; }
@override
void c() {}
}
void h() { D(1).b(); }
`,
    wanted: 'h',
    left: `
import 'dart:math';
const int limit = 3;
abstract class A { int b(); }
class D implements A {
final int e;
D(this.e);
@override
int b() { return e + limit; }
}
void h() { D(1).b(); }
`,
  },
  {
    what: 'members of an interface and of a contract go together, a modifier has its `_`',
    language: 'solidity',
    text: `
interface A { function b() external; function c() external; }
contract D is A {
event E(uint f);
event G(uint f);
uint limit;
modifier only() { require(limit > 0); _; }
constructor(uint f) { limit = f; }
function b() public override only { emit E(limit); }
function c() public override {}
}
contract H is D {
constructor(uint f) D(f) {}
function h() public { b(); }
}
`,
    wanted: 'h',
    left: `
interface A { function b() external; }
contract D is A {
event E(uint f);
uint limit;
modifier only() { require(limit > 0); _; }
constructor(uint f) { limit = f; }
function b() public override only { emit E(limit); }
}
contract H is D {
constructor(uint f) D(f) {}
function h() public { b(); }
}
`,
  },
];
