/** Programs in languages that name what they declare in ways of their own, and what some of their declarations need. */
import type { Example } from './example';

export const examplesOfNames: readonly Example[] = [
  {
    what: 'tables with their members, and variables of a list; a call gives no name',
    language: 'lua',
    text: `
local a, b = {}, 1
local c = {}
function a.f() return b end
function a:m() end
a.x = 1
c.y = 2
local function g() return a.f() end
print(a)
print(g())
`,
    wanted: 'g',
    left: `
local a, b = {}, 1
function a.f() return b end
local function g() return a.f() end
`,
  },
  {
    what: 'values, types with their constructors, and modules',
    language: 'ocaml',
    text: `
let a = 1
let b = 2
type t = A | B of int
type u = C
module M = struct let z = 1 end
exception E of int
let f x = if x = A then M.z else a
let () = print_int (f A)
`,
    wanted: 'f',
    left: `
let a = 1
type t = A | B of int
module M = struct let z = 1 end
let f x = if x = A then M.z else a
`,
  },
  {
    what: 'declarations, with all imports',
    language: 'haskell',
    text: `
module M where
import Data.List (sort)
data T = A | B
data U = C
f :: T -> Int
f A = g 1
g y = y
h y = y
`,
    wanted: 'f',
    left: `
module M where
import Data.List (sort)
data T = A | B
f :: T -> Int
f A = g 1
g y = y
`,
  },
  {
    what: 'what is assigned',
    language: 'r',
    text: `
a <- 1
b = 2
f <- function(x) x + a
f(b)
`,
    wanted: 'f',
    left: `
a <- 1
f <- function(x) x + a
`,
  },
  {
    what: 'no comment that reads like a directive',
    language: 'python',
    text: `
# if a: b
# define c
b = 1
c = 2
def f(): return c
`,
    wanted: 'f',
    left: `
c = 2
def f(): return c
`,
  },
  {
    what: 'a constructor of what is made with arguments, and no other one',
    language: 'cpp',
    tier: 'lean',
    text: `
struct made { explicit made(int); ~made(); };
struct empty { explicit empty(int); };
struct still { int x; explicit still(int i) : x(i) {} static const still one; };
const still still::one(1);
empty none();
int main() { made m(3); none(); return still::one.x; }
`,
    wanted: 'main',
    left: `
struct made { explicit made(int); };
struct empty {};
struct still { int x; explicit still(int i) ; static const still one; };
const still still::one(1);
empty none();
int main() { made m(3); none(); return still::one.x; }
`,
  },
  {
    what: 'what the compiler calls for coroutines, comparisons in three ways, and loops over a range',
    language: 'cpp',
    tier: 'lean',
    text: `
struct order { static const order less, equal, greater; };
using strong_ordering = order;
struct waits { bool await_ready(); void await_suspend(int); int await_resume(); int other(); };
struct task { struct promise_type { task get_return_object(); void other(); void unhandled_exception(); }; };
struct place { place &operator++(); int operator*(); bool operator!=(place); place operator--(); };
struct list { place begin(); place end(); int size(); };
task f(waits w, list l) { co_await w; for (int i : l) { i <=> 1; } }
`,
    wanted: 'f',
    left: `
struct order { static const order less, equal, greater; };
using strong_ordering = order;
struct waits { bool await_ready(); void await_suspend(int); int await_resume(); };
struct task { struct promise_type { task get_return_object(); void unhandled_exception(); }; };
struct place { place &operator++(); int operator*(); bool operator!=(place); };
struct list { place begin(); place end(); };
task f(waits w, list l) { co_await w; for (int i : l) { i <=> 1; } }
`,
  },
  {
    what: 'members of an object that are used, and what is given to a function where it is made',
    language: 'javascript',
    text: `
(function (root) {
  const table = { a: one(), b: two(), ...three(), c() { return one(); }, 'd': two() };
  function tool() { return table.a + table.c(); }
  function one() { return 1; }
  function two() { return 2; }
  function three() { return {}; }
  root.tool = tool;
})(globalThis);
const done = (function (tool) { return tool(); })(tool);
`,
    wanted: 'done',
    left: `
(function (root) {
  const table = { a: one(), ...three(), c() { return one(); } };
  function tool() { return table.a + table.c(); }
  function one() { return 1; }
  function three() { return {}; }
  root.tool = tool;
})(globalThis);
const done = (function (tool) { return tool(); })(tool);
`,
  },
  {
    what: 'members of a class in which something has the type of the first of several operands',
    language: 'cpp',
    text: `
struct odd { __is_bad(( int x; };
template<class T> struct map {
auto find(int k) -> decltype(one(k), void(), true) { return one(k); }
auto at(int k) -> decltype(two(k), void()) ;
T first;
};
bool one(int);
bool two(int);
int f(map<int> m) { return m.find(1); }
`,
    wanted: 'f',
    left: `
template<class T> struct map {
auto find(int k) -> decltype(one(k), void(), true) { return one(k); }
};
bool one(int);
int f(map<int> m) { return m.find(1); }
`,
  },
];
