/** Data and configuration. */
import type { Samples } from './sample';

export const data: Samples = {
  json: {
    text: `{
  "a": [1, 2, {"b": null}, []],
  "c": {"d": true, "e": "f"},
  "g": -1.5e3
}
`,
    wanted: /"b": null[^]*-1\.5e3/,
    minimum: `{
  "": [{"b": null}],
  "": -1.5e3
}
`,
  },
  yaml: {
    text: `# note
version: "3"
on:
  push:
    branches: [main, 'release/**', dev]
  pull_request: {}
jobs:
  build: &base
    runs-on: ubuntu
    steps:
      - uses: checkout
      - name: Test
        run: |
          npm ci
          npm test
        env: { CI: true, LEVEL: 2 }
      - name: Done
  deploy:
    <<: *base
    needs: build
`,
    wanted: /dev[^]*npm test[^]*LEVEL: 2/,
    minimum: `:
  :
    : [dev]
:
  :
    :
      -
        : |
          npm ci
          npm test
        : { LEVEL: 2 }
`,
  },
  toml: {
    text: `# note
title = "sample"
numbers = [1, 2, 3]
[package]
name = "x"
version = "1.0.0"
authors = ["a", "b"]
[dependencies]
serde = { version = "1", features = ["derive", "rc"], optional = true }
rand.version = "0.8"
[[bin]]
name = "one"
date = 1979-05-27T07:32:00Z
[[bin]]
name = "two"
`,
    wanted: /3\][^]*"rc"[^]*"two"/,
    minimum: `[3]
serde = { features = ["rc"] }
name = "two"
`,
  },
  ini: {
    text: `; note
[core]
name = x
level = 3

[remote "origin"]
url = https://example.org/x.git
fetch = all

[empty]
`,
    wanted: /level = 3[^]*fetch = all/,
    minimum: `level = 3

fetch = all
`,
  },
  xml: {
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE list [
  <!ELEMENT list (item+)>
  <!ENTITY who "me">
]>
<!-- note -->
<list xmlns="http://example.org/list" xmlns:m="http://example.org/m" version="2">
  <meta by="&who;" m:draft="false"/>
  <item id="a" kind="x"><b>one</b> and <i>two</i></item>
  <item id="b">
    <m:price currency="EUR">12.50</m:price>
    <tags><tag>red</tag><tag>green</tag></tags>
    <code><![CDATA[a < b && c]]></code>
  </item>
  <item/>
</list>
`,
    wanted: /kind="x"[^]*<tag>green/,
    minimum: `<list><item kind="x"></item><item><tags><tag>green</tag></tags></item></list>
`,
  },
};
