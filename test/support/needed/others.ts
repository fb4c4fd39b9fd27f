/** Programs in other languages, and what some of their declarations need. */
import type { Example } from './example';

export const otherExamples: readonly Example[] = [
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
  {
    what: 'a property has accessors without bodies, an access by index needs the indexer',
    language: 'csharp',
    text: `
class A {
public int B { get { return c; } set { c = value; } }
public virtual A this[string d] { get { return e; } }
int c; A e; int unused;
public static bool operator ==(A a, A b) { return true; }
}
class F { void g(A h) { h["i"].B = 1; } }
class J {}
`,
    wanted: 'g',
    tier: 'shell',
    left: `
class A {
public int B { get {throw null;} set {throw null;} }
public virtual A this[string d] { get {throw null;} }
}
class F { void g(A h) { h["i"].B = 1; } }
`,
  },
  {
    what: 'a function without its body panics, where it has to return',
    language: 'go',
    tier: 'shell',
    text: `
package p
func f() { g(); h() }
func g() int { return h() }
func h() {}
`,
    wanted: 'f',
    left: `
package p
func f() { g(); h() }
func g() int {panic(0)}
func h() {}
`,
  },
  {
    what: 'a method without its body throws, where it has to return',
    language: 'java',
    tier: 'shell',
    text: `
class A {
    void f() { g(); h(); }
    int g() { return 0; }
    void h() { g(); }
}
`,
    wanted: 'f',
    left: `
class A {
    void f() { g(); h(); }
    int g() {throw null;}
    void h() {}
}
`,
  },
];
