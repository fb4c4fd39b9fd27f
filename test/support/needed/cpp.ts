/** Programs like the headers of C++, and what some of their declarations need. The odd member makes them be split by brackets. */
import type { Example } from './example';

const odd = 'struct odd { __is_bad(( int x; };\n';

export const examplesOfCpp: readonly Example[] = [
  {
    what: 'an attribute goes with the member after it',
    language: 'cpp',
    text: `
${odd}struct A {
__attribute__((noinline))
void a();
int b;
};
int f(A x) { return x.b; }
`,
    wanted: 'f',
    left: `
struct A {
int b;
};
int f(A x) { return x.b; }
`,
  },
  {
    what: 'the names in an attribute are used',
    language: 'cpp',
    text: `
${odd}int release(int);
int other(int);
int take(int) __attribute__((malloc(release)));
int f() { return take(1); }
`,
    wanted: 'f',
    left: `
int release(int);
int take(int) __attribute__((malloc(release)));
int f() { return take(1); }
`,
  },
  {
    what: 'what only a using declaration names has a definition',
    language: 'cpp',
    text: `
${odd}struct S;
int g(S *);
namespace n {
using ::g;
}
int f() { return n::g(0); }
`,
    wanted: 'f',
    left: `
struct S;
int g(S *);
namespace n {
using ::g;
}
int f() { return n::g(0); }
`,
  },
  {
    what: 'names in types that the parser does not see, and in packs',
    language: 'cpp',
    text: `
${odd}int a();
int b();
int c(int);
int unused();
extern __typeof(a) d;
template<class T, class... U> void f(T t, U... u) { __decltype(b()) x = 1; t(d, c(u)...); }
`,
    wanted: 'f',
    left: `
int a();
int b();
int c(int);
extern __typeof(a) d;
template<class T, class... U> void f(T t, U... u) { __decltype(b()) x = 1; t(d, c(u)...); }
`,
  },
  {
    what: 'the string of a linkage stays',
    language: 'cpp',
    text: `
${odd}extern "C" int g();
int f() { return g(); }
`,
    wanted: 'f',
    left: `
extern "C" int g();
int f() { return g(); }
`,
  },
  {
    what: 'friends and conversions',
    language: 'cpp',
    text: `
template<class T> struct B;
template<class T> struct C;
struct A {
template<class T> friend struct B;
template<class T> friend struct C;
operator int() const { return 1; }
};
int f(A x, B<int> y) { return x + 1; }
`,
    wanted: 'f',
    left: `
template<class T> struct B;
struct A {
template<class T> friend struct B;
operator int() const { return 1; }
};
int f(A x, B<int> y) { return x + 1; }
`,
  },
  {
    what: 'where functions of a class are compiled elsewhere, its fields and virtual functions have their places',
    language: 'cpp',
    text: `
struct A {
int a;
virtual int b();
int c();
int d;
};
struct B {
int p;
int q() { return p; }
int r();
int d;
};
int B::r() { return 1; }
int f(A x, B y) { return x.d + y.d; }
`,
    wanted: 'f',
    left: `
struct A {
int a;
virtual int b();
int d;
};
struct B {
int d;
};
int f(A x, B y) { return x.d + y.d; }
`,
  },
  {
    what: 'a template that is instantiated elsewhere has them too',
    language: 'cpp',
    text: `
template<class T> struct A {
T a;
T b;
};
template<class T> struct B {
T p;
T b;
};
extern template struct A<int>;
int f(A<int> x, B<int> y) { return x.b + y.b; }
`,
    wanted: 'f',
    left: `
template<class T> struct A {
T a;
T b;
};
template<class T> struct B {
T b;
};
int f(A<int> x, B<int> y) { return x.b + y.b; }
`,
  },
  {
    what: 'a name of another scope is not taken over if it is not needed there',
    language: 'cpp',
    text: `
struct T;
int g(T *);
int h(int);
namespace n {
using ::g;
using ::h;
struct A {
int g() { return h(1); }
};
}
int f(n::A a) { return a.g(); }
`,
    wanted: 'f',
    left: `
int h(int);
namespace n {
using ::h;
struct A {
int g() { return h(1); }
};
}
int f(n::A a) { return a.g(); }
`,
  },
  {
    what: 'the arguments of a constructor in braces, and not the values of an array, unless it has its size from them',
    language: 'cpp',
    text: `
struct A {
enum class B { b };
explicit A(B) {}
};
const A a { A::B::b };
const int c[2] = { 1, 2 };
const int d[] = { 1, 2 };
int f() { return g(a, c, d); }
`,
    wanted: 'f',
    left: `
struct A {
enum class B { b };
explicit A(B) {}
};
const A a { A::B::b };
const int c[2] = {};
const int d[] = { 1, 2 };
int f() { return g(a, c, d); }
`,
  },
  {
    what: 'a specialisation for what exists, without the name of that being needed elsewhere',
    language: 'cpp',
    text: `
template<class T> struct other {};
template<class...> using void_t = void;
template<class T> using type_of = typename T::type;
template<class T, class = void> struct has { static const int value = 0; };
template<class T> struct has<T, void_t<type_of<T>>> { static const int value = 1; };
template<class T> struct has<other<T>, void> { static const int value = 2; };
int f() { return has<int>::value; }
`,
    wanted: 'f',
    left: `
template<class...> using void_t = void;
template<class T> using type_of = typename T::type;
template<class T, class = void> struct has { static const int value = 0; };
template<class T> struct has<T, void_t<type_of<T>>> { static const int value = 1; };
int f() { return has<int>::value; }
`,
  },
];
