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
];
