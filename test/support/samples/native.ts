/** More languages that are compiled to machine code. */
import type { Samples } from './sample';

export const native: Samples = {
  rust: {
    text: `use std::{collections::HashMap, fmt::{self, Display}};

// note
#[derive(Debug, Clone)]
pub struct Circle<'a, T: Display + Copy> { pub r: T, name: &'a str }

enum Shape { Round(f64, u8), Flat { w: f64, h: f64 }, Nothing = 3 }

impl<'a, T> Circle<'a, T> where T: Display + Copy {
    pub fn area(&self, scale: f64, unit: Option<&str>) -> Result<f64, String> {
        let values = vec![1, 2, 3];
        let mut seen: HashMap<u8, Vec<i32>> = HashMap::new();
        for (i, value) in values.iter().enumerate() {
            if *value > 2 { seen.insert(i as u8, vec![]); } else { continue; }
        }
        match unit {
            Some("cm") | Some("mm") if scale > 1.0 => Ok(scale * 2.0),
            Some(_) => Err("unit".to_string()),
            None => unreachable!(),
        }
    }
}
`,
    wanted: /struct Circle[^]*scale: f64[^]*else[^]*Some\(_\) =>/,
    minimum: `struct Circle {}

{
    fn area(scale: f64) {
        for () in () {
            if *value {} else {}
        }
        match unit {
            Some(_) => (),
        }
    }
}
`,
  },
  zig: {
    text: `const std = @import("std");

// note
const Kind = enum { one, two, three };

pub const Point = struct {
    x: i32,
    y: i32 = 0,

    pub fn add(self: Point, other: Point, scale: i32) !Point {
        if (scale > 2) {
            return Point{ .x = self.x + other.x, .y = 1 };
        } else {
            return error.TooSmall;
        }
    }
};

pub fn main() !void {
    const list = [_]i32{ 1, 2, 3 };
    var sum: i32 = 0;
    for (list) |item| {
        sum += item;
    }
    switch (sum) {
        1, 2 => std.debug.print("small {d}", .{sum}),
        else => {},
    }
}
`,
    wanted: /scale: i32[^]*else[^]*\{ 1, 2[^]*1, 2 =>/,
    minimum: `pub const Point = struct {
    pub fn (scale: i32) !Point {
        if (scale) {
        } else {
        }
    }
};

pub fn () !void {
    []i32{ 1, 2 };
    switch (sum) {
        1, 2 => .print(),
    }
}
`,
  },
  swift: {
    text: `import Foundation

// note
protocol Shape: Named, Sized { var name: String { get set }; func area(scale: Int, unit: String) -> Double }

enum Kind: String { case one, two = "2"; case three(Int, Double) }

final class Circle<T: Comparable>: Base, Shape {
    private let r: Double = 2.5, x = 1
    init(r: Double, name: String? = nil) { self.name = name ?? "c" }
    func area(scale: Int, unit: String) -> Double {
        let values = [1, 2, 3], byName = ["a": 1, "b": 2]
        for value in values where value > 1 { print(value, byName) }
        guard scale > 0, let n = name else { return 0 }
        switch unit {
        case "cm", "mm": return values.map { $0 * 2 }.reduce(0, +)
        default: break
        }
        if scale > 2 { return r } else { return x }
    }
}
`,
    wanted: /class Circle[^]*scale: Int[^]*"b": 2[^]*default[^]*else/,
    minimum: `class Circle {
    func area(scale: Int) {
        ["": 1, "b": 2]
        switch unit {
        default: break
        }
        if> {} else {}
    }
}
`,
  },
};
