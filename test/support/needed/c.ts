/** Programs in C and C++, and what some of their declarations need. */
import type { Example } from './example';

export const examplesOfC: readonly Example[] = [
  {
    what: 'headers, of which nobody knows what they give',
    language: 'c',
    text: `
#include <stdio.h>
#define TEXT "a"
#define OTHER "b"
void f(void) { puts(TEXT); }
void g(void) { puts(OTHER); }
`,
    wanted: 'f',
    left: `
#include <stdio.h>
#define TEXT "a"
void f(void) { puts(TEXT); }
`,
  },
  {
    what: 'headers and macros, too, where the parser stumbles',
    language: 'c',
    text: `
# 1 "a.c"
#include <stdio.h>
#define TEXT LONG
#define LONG "a"
#define OTHER "b"
void f(void) { puts(TEXT); va_arg(a, unsigned int); }
void g(void) { puts(OTHER); }
`,
    wanted: 'f',
    left: `
#include <stdio.h>
#define TEXT LONG
#define LONG "a"
void f(void) { puts(TEXT); va_arg(a, unsigned int); }
`,
  },
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
    what: 'fields by their order, of which one points to a function, and functions that no other has the name of',
    language: 'c',
    text: `
typedef unsigned long size;
struct memory {
void *(*grow)(void *, size);
int (*drop)(void *);
};
void *grow(void *a, size b) { return 0; }
int drop(void *a) { return 1; }
struct memory heap = { grow, drop };
int f() { return heap.drop(0); }
`,
    wanted: 'heap',
    tier: 'lean',
    left: `
typedef unsigned long size;
struct memory {
void *(*grow)(void *, size);
int (*drop)(void *);
};
void *grow(void *a, size b) ;
int drop(void *a) ;
struct memory heap = { grow, drop };
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
    what: 'the fields of a class that the compiler knows',
    language: 'cpp',
    text: `
namespace std {
template<class E> class initializer_list {
const E *a;
unsigned long n;
int size() { return n; }
};
}
int f(std::initializer_list<int> c) { return 0; }
`,
    wanted: 'f',
    left: `
namespace std {
template<class E> class initializer_list {
const E *a;
unsigned long n;
};
}
int f(std::initializer_list<int> c) { return 0; }
`,
  },
];
