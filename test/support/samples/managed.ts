/** Languages that run on a virtual machine. */
import type { Samples } from './sample';

export const managed: Samples = {
  java: {
    text: `package app;

import java.util.*;
import static java.lang.Math.max;

// note
@Deprecated(since = "1", forRemoval = true)
public final class Circle<T extends Comparable<T> & Named> extends Base implements Shape, Named {
    private static final int ONE = 1, TWO = 2;
    enum Kind { A, B(2), C }
    Circle(double r, String... names) throws Exception { super(r); }
    @Override public double area(int scale, String unit) {
        int[] values = {1, 2, 3};
        for (int i = 0, n = 3; i < n; i++) { if (values[i] > 2) use(values[i], n); else continue; }
        try (var in = open(unit)) { in.read(); } catch (RuntimeException | Error e) { throw e; } finally { close(); }
        switch (scale) { case ONE: return 1.0; default: break; }
        return max(scale, 2) > 1 ? names.stream().map(x -> x + 1).count() : 0;
    }
}
`,
    wanted: /class Circle[^]*scale, String[^]*else[^]*finally[^]*default/,
    minimum: `class Circle {
    area(int scale, String unit) {
        for (;;) { else; }
        try {} finally {}
        switch (scale) { default: }
    }
}
`,
  },
  csharp: {
    text: `using System;
using System.Collections.Generic;

namespace App.Model
{
    // note
    public interface IShape { double Area(int scale, string unit = "cm"); string Name { get; set; } }

    [Serializable, Obsolete("old")]
    public sealed class Circle<T> : Base, IShape where T : class, new()
    {
        private readonly int one = 1, two = 2;
        public Circle(double r, params string[] names) : base(r) { }
        public double Area(int scale, string unit = "cm")
        {
            var values = new List<int> { 1, 2, 3 };
            foreach (var value in values) { if (value > 2 && scale != 0) Use(value, unit); else continue; }
            try { Open(unit); } catch (Exception e) when (e != null) { throw; } finally { Close(); }
            switch (scale) { case 1: case 2: return one; default: break; }
            return unit switch { "cm" => 1.0, _ => 2.0 };
        }
    }
    enum Kind { A, B = 2, C }
}
`,
    wanted: /class Circle[^]*scale, string[^]*else[^]*finally[^]*_ => 2/,
    minimum: `namespace App
{
    class Circle
    {
        Area( scale, string unit)
        {
            foreach ( value in values) { if ( && scale) else continue; }
            try {} finally {}
            return { _ => 2.0 };
        }
    }
}
`,
  },
  scala: {
    text: `package app

import scala.collection.mutable.{Map, Set => MutableSet}

// note
trait Shape[T] extends Named with Sized { def area(scale: Int, unit: String = "cm"): Double }

case class Circle[T <: Named](r: Double, name: Option[String])(implicit x: T) extends Base(r) with Shape[T] {
  private val values = List(1, 2, 3)
  def area(scale: Int, unit: String = "cm"): Double = {
    for (v <- values; w <- values if v > 1) yield v * w
    if (scale > 2) r else values.map(v => v + 1).sum
    unit match {
      case "cm" | "mm" if scale > 1 => r
      case Named(a, b) => a
      case _ => 0.0
    }
  }
}
object Main { def main(args: Array[String]): Unit = println(s"hi $args") }
`,
    wanted: /class Circle[^]*scale: Int[^]*else[^]*case _/,
    minimum: `case class Circle {
  (scale: Int) = {
    else {
      case _ =>
    }
  }
}
`,
  },
  kotlin: {
    text: `package app

import kotlin.math.max
import kotlin.collections.List as L

// note
interface Shape {
    fun area(scale: Int, unit: String = "cm"): Double
    val name: String
}

data class Circle<T : Comparable<T>>(val r: Double, private var name: String?) : Base(r), Shape {
    companion object {
        const val PI = 3.14
    }
    override fun area(scale: Int, unit: String): Double {
        val values = listOf(1, 2, 3)
        for (v in values) { if (v > 2 && scale != 0) println("v is $v") else continue }
        try { read(unit) } catch (e: Exception) { throw e } finally { close() }
        return when (scale) {
            1, 2 -> values.map { it * 2 }.sum()
            in 3..9 -> max(scale, 2)
            else -> 0.0
        }
    }
}
enum class Kind { A, B, C }
`,
    wanted: /class Circle[^]*scale: Int[^]*finally[^]*in 3\.\.9/,
    minimum: `class Circle {
    fun area(scale: Int) {
        finally
        return when {
            in 3..9 -> max
        }
    }
}
`,
  },
  dart: {
    text: `import 'dart:math' as math show max, min;

// note
abstract class Shape { double area(int scale, {String unit = 'cm'}); }

class Circle<T extends Object> extends Base with Logs, Counts implements Shape {
  final double r;
  static const one = 1, two = 2;
  Circle(this.r, [String? name]) : super(r);
  @override
  double area(int scale, {String unit = 'cm'}) {
    var values = [1, 2, 3], byName = {'a': 1, 'b': 2};
    for (var i = 0; i < 3; i++) { if (values[i] > 2) { print('v is $i'); } else { continue; } }
    try { open(unit); } on Exception catch (e) { rethrow; } finally { close(); }
    switch (scale) { case 1: return 1.0; default: break; }
    return values.map((v) => v * 2).fold(0, (a, b) => a + b);
  }
}
enum Kind { a, b, c }
`,
    wanted: /class Circle[^]*int scale[^]*'b': 2[^]*else[^]*default/,
    minimum: `class Circle {
  area(int scale) {
    {'b': 2};
    { if ( 2) {} else {} }
    switch (scale) { default: }
  }
}
`,
  },
  solidity: {
    text: `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {A, B as C} from "./lib.sol";

// note
interface IShape { function area(uint scale, string memory unit) external view returns (uint); }

contract Circle is Base, IShape {
    event Made(address indexed by, uint value);
    struct Point { uint x; uint y; }
    enum Kind { One, Two, Three }
    mapping(address => uint) public balances;
    uint private constant ONE = 1;
    modifier onlyOwner(uint level) { require(level > 1, "no"); _; }
    constructor(uint r, string memory name) Base(r) { balances[msg.sender] = r; }
    function area(uint scale, string memory unit) external view override returns (uint) {
        for (uint i = 0; i < 3; i++) { if (i > 1 && scale != 0) { emit Made(msg.sender, i); } else { continue; } }
        return scale * 2 + balances[msg.sender];
    }
}
`,
    wanted: /contract Circle[^]*address indexed by[^]*uint scale[^]*else/,
    minimum: `contract Circle {
    event Made(address indexed by);
    function (uint scale) {
        for ( i; 3;) { if (i) {} else {} }
    }
}
`,
  },
};
