/** Languages that are compiled to machine code. */
import type { Samples } from './sample';

export const systems: Samples = {
  c: {
    text: `#include <stdio.h>
#define N 3
struct s { int a, b; char *c; };
enum e { ONE, TWO = 2, THREE };
static int add(int a, int b) { return a + b; }
int main(int argc, char **argv) {
  int x[] = {1, 2, 3}, y = 0;
  for (int i = 0; i < N; i++) y += x[i];
  if (y > 2 && argc) printf("%d %s\\n", y, argv[0]);
  return y | 1;
}
`,
    wanted: /int b\)[^]*\{1, 2/,
    minimum: `int add(int b)
{
  int x[] = {1, 2};
}
`,
  },
  cpp: {
    text: `#include <vector>
namespace app {
// note
template <typename T, int N = 3>
class Box : public Base, private Other<T> {
 public:
  explicit Box(T value, int size = N) : value_(value), size_{size} {}
  virtual ~Box() = default;
  T get() const noexcept { return value_; }
 private:
  T value_;
  int size_;
};
enum class Kind { One, Two = 2, Three };
auto sum(const std::vector<int>& xs, int start) -> int {
  int total = start;
  for (const auto& x : xs) { if (x > 2) total += x; else continue; }
  auto twice = [&total, start](int by) { return total * by + start; };
  return twice(2);
}
}
`,
    wanted: /class Box[^]*value_[^]*else[^]*\(int by\)/,
    minimum: `namespace {
class Box {
  value_;
};
{
  for ( auto& x : xs) { else; }
  [](int by) {};
}
}
`,
  },
  go: {
    text: `package main

import (
	"fmt"
	str "strings"
)

// note
type Shape interface {
	Area(scale int, unit string) (float64, error)
	Name() string
}

type Circle struct {
	R, X  float64
	Label string
}

const (
	One = iota
	Two
)

func (c *Circle) Area(scale int, unit string) (float64, error) {
	values := map[string][]int{"a": {1, 2}, "b": {3}}
	for key, list := range values {
		if len(list) > 1 && key != "" {
			fmt.Println(str.ToUpper(key), list[0])
		} else if scale == Two {
			break
		}
	}
	switch unit {
	case "cm", "mm":
		return c.R * 2, nil
	default:
		go func() { c.X++ }()
	}
	return 0, nil
}
`,
    wanted: /R, X[^]*"a": \{1[^]*else if[^]*case "cm"/,
    minimum: `type Circle struct {
	R, X  float64
}

{
	map[string][]int{"a": {1}}
	for {
		if && key {
		} else if scale {
		}
	}
	switch {
	case "cm":
	}
}
`,
  },
};
