/** Languages of scripts and shells. */
import type { Samples } from './sample';

export const scripts: Samples = {
  python: {
    text: `import os, sys
from x import (a, b, c)

# note
@deco
def f(p, q=1, *args, **kw):
    """doc"""
    x = [1, 2, 3]
    y = {'k': 1, 'l': [i for i in x if i]}
    if p and q:
        return x; y = 2
    elif q:
        pass
    else:
        print(x, y, sep='')

class A(B, C):
    z: int = 3
`,
    wanted: /'l'[^]*elif q/,
    minimum: `{'l'}
if p:
    pass
elif q:
    pass
`,
  },
  bash: {
    text: `#!/bin/bash
set -eu -o pipefail
# note
names=(one two "three four")
declare -r limit=3 other="$1"
greet() {
  local who=$1 count=0
  while read -r line; do
    count=$((count + 1)); echo "$line" >> out.txt
  done < "\${other:-in.txt}"
  if [[ $who == a* && $count -gt 2 ]]; then
    printf '%s\\n' "$who" | sort -u | head -n 1
  elif [ -z "$who" ]; then
    return 1
  else
    exit
  fi
}
case "$1" in
  start|run) greet "\${names[@]}" && echo ok ;;
  *) echo "usage: $0" >&2; exit 2 ;;
esac
for name in a b c; do greet $name; done
`,
    wanted: /count=0[^]*elif[^]*\*\)/,
    minimum: `greet() {
  local count=0
  if
  elif; then
  fi
}
case "" in
  *)
esac
`,
  },
  ruby: {
    text: `require 'set'

# note
module Shapes
  class Circle < Base
    include Comparable, Named
    attr_reader :r, :name
    ONE, TWO = 1, 2
    def initialize(r, name = nil, *rest, unit: 'cm', **options, &block)
      @r = r
      @values = [1, 2, 3]
      @by = { a: 1, 'b' => 2 }
    end

    def area(scale)
      @values.each do |v, w|
        if v > 2 && scale then puts "v is #{v}" elsif w then next else break end
      end
      begin
        open(scale)
      rescue IOError, ArgumentError => e
        raise e
      ensure
        close
      end
      case scale
      when 1, 2 then @values.map { |v| v * 2 }
      else 0
      end
    end
  end
end
`,
    wanted: /class Circle[^]*unit: 'cm'[^]*elsif[^]*when 1, 2/,
    minimum: `class Circle
  def initialize(unit: 'cm')
  end

    if scale then elsif w then end
end
case
when 1, 2
end
`,
  },
  lua: {
    text: `local json = require("json")

-- note
local Circle = { r = 1, ["name"] = "c", 3, 4 }

function Circle.area(self, scale, ...)
  local values, n = { 1, 2, 3 }, select("#", ...)
  for i, v in ipairs(values) do
    if v > 2 and scale then
      print("v is " .. v, i)
    elseif n == 0 then
      break
    else
      goto next
    end
    ::next::
  end
  for i = 1, 10, 2 do n = n + i end
  while n > 0 do n = n - 1 end
  repeat n = n + 1 until n > 3
  return function(a, b) return a + b, scale end
end

return Circle
`,
    wanted: /name[^]*self, scale[^]*elseif[^]*1, 10[^]*function\(a, b/,
    minimum: `local Circle = { ["name"] = "" }

function Circle(self, scale)
  do
    if scale then
    elseif n then
    end
  end
  for i = 1, 10 do end
  return function(a, b) end
end
`,
  },
  powershell: {
    text: `# note
param([string]$Name = "x", [int]$Count = 1)

function Get-Area {
    param($Scale, $Unit)
    $values = @(1, 2, 3)
    $byName = @{ a = 1; b = 2 }
    foreach ($v in $values) {
        if ($v -gt 2 -and $Scale) { Write-Host "v is $v" } elseif ($Unit) { continue } else { break }
    }
    try { Open-It $Unit } catch { throw } finally { Close-It }
    switch ($Scale) {
        1 { "one" }
        default { "many" }
    }
    return $values | Where-Object { $_ -gt 1 } | Sort-Object
}

Get-Area -Scale 2 -Unit "cm"
`,
    wanted: /\$Scale, \$Unit[^]*b = 2[^]*elseif[^]*default/,
    minimum: `{
    param($Scale, $Unit)
    @{ b = 2 }
    foreach ($v in $values) {
        if ( 2) {} elseif ($Unit) {}
    }
    switch ($Scale) {
        default {}
    }
}
`,
  },
};
