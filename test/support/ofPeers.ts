/** Command lines of other reducers, and what they mean here; with `?` in front it is only proposed. */

/** As their documentation has them, with the names of files replaced. */
export const ofPeers: readonly (readonly [string, string])[] = [
  // Shrink Ray
  ['shrinkray ./has-argument.sh crash.js', "reduce crash.js --test './has-argument.sh {}'"],
  ['shrinkray reads-input.sh crash.js', 'reduce crash.js --test ./reads-input.sh --stdin'],
  ["shrinkray 'node tool.mjs' crash.js", "reduce crash.js --test 'node tool.mjs {}' --stdin --same-failure"],
  ['shrinkray --parallelism 2 ./has-argument.sh crash.js', "reduce crash.js --test './has-argument.sh {}' --jobs 2"],
  ['shrinkray --timeout 5 ./has-argument.sh crash.js', "reduce crash.js --test './has-argument.sh {}' --timeout 5"],
  ['shrinkray --input-type=stdin ./reads-input.sh crash.js', 'reduce crash.js --test ./reads-input.sh --stdin'],
  ['shrinkray --in-place ./has-argument.sh crash.js', "reduce crash.js --test './has-argument.sh {}' --place in-place"],
  // C-Vise, C-Reduce
  ['cvise ./by-name.sh crash.js', 'reduce crash.js --test HERE/by-name.sh'],
  ['cvise by-name.sh crash.js', 'reduce crash.js --test HERE/by-name.sh'],
  ['cvise --n 1 ./by-name.sh crash.js', 'reduce crash.js --test HERE/by-name.sh --jobs 1'],
  ['cvise --not-c ./by-name.sh crash.js', 'reduce crash.js --test HERE/by-name.sh'],
  ['cvise --timeout 10 --tidy ./by-name.sh crash.js', 'reduce crash.js --test HERE/by-name.sh --timeout 10'],
  ['cvise -c "node tool.mjs crash.js" crash.js', "reduce crash.js --test 'node tool.mjs {}'"],
  ['creduce ./by-name.sh crash.js', 'reduce crash.js --test HERE/by-name.sh'],
  ['creduce -n 1 ./by-name.sh crash.js', 'reduce crash.js --test HERE/by-name.sh --jobs 1'],
  ['creduce --n 4 --not-c ./by-name.sh crash.js', 'reduce crash.js --test HERE/by-name.sh --jobs 4'],
  ['creduce --sllooww --timeout 30 ./by-name.sh crash.js', 'reduce crash.js --test HERE/by-name.sh --timeout 30'],
  ['creduce ./by-name.sh crash.js --no-default-passes', '? reduce crash.js --test HERE/by-name.sh'],
  // Picire, Picireny
  ['picire --input=crash.js --test=./has-argument.sh', "reduce crash.js --test './has-argument.sh {}'"],
  [
    'picire --input=crash.js --test=./has-argument.sh --parallel --subset-iterator=skip --complement-iterator=backward',
    "reduce crash.js --test './has-argument.sh {}'",
  ],
  [
    'picire -i crash.js --test ./has-argument.sh --parallel -j 2',
    "reduce crash.js --test './has-argument.sh {}' --jobs 2",
  ],
  ['picire --input crash.js --test ./has-argument.sh --atom char', "reduce crash.js --test './has-argument.sh {}'"],
  [
    'picire --input crash.js --test ./has-argument.sh -o out.js',
    "reduce crash.js --test './has-argument.sh {}' --output out.js",
  ],
  [
    "picireny --input=crash.js --test=./has-argument.sh --grammars 'A.g4 B.g4' --start-rule document --parallel",
    "reduce crash.js --test './has-argument.sh {}'",
  ],
  [
    'picireny -i crash.js --test ./has-argument.sh --grammar A.g4 --start program',
    "reduce crash.js --test './has-argument.sh {}'",
  ],
  // treereduce
  [
    'treereduce-javascript -s crash.js -- node tool.mjs @@.js',
    "reduce crash.js --test 'node tool.mjs {}' --same-failure",
  ],
  [
    'treereduce-javascript --source crash.js --interesting-exit-code 1 -- node tool.mjs @@',
    "reduce crash.js --test 'node tool.mjs {}' --exit 1",
  ],
  [
    'treereduce-javascript --interesting-stderr boom --source crash.js -- node tool.mjs @@.js',
    "reduce crash.js --test 'node tool.mjs {}' --match stderr:boom",
  ],
  [
    'treereduce-javascript --stable --jobs 2 -s crash.js -- node tool.mjs',
    "reduce crash.js --test 'node tool.mjs {}' --stdin --same-failure --jobs 2",
  ],
  [
    'treereduce-javascript --passes 1 -s crash.js --output out.js -- node tool.mjs @@',
    "reduce crash.js --test 'node tool.mjs {}' --same-failure --output out.js",
  ],
  // Perses
  [
    'java -jar perses_deploy.jar --test-script ./by-name.sh --input-file crash.js',
    'reduce crash.js --test HERE/by-name.sh',
  ],
  [
    'perses --test-script by-name.sh --input-file crash.js --threads 1',
    'reduce crash.js --test HERE/by-name.sh --jobs 1',
  ],
  ['perses-trunk -t ./by-name.sh -i crash.js -o out.js', 'reduce crash.js --test HERE/by-name.sh --output out.js'],
  [
    'perses -t ./by-name.sh -i crash.js --script-execution-timeout-in-seconds 9',
    'reduce crash.js --test HERE/by-name.sh --timeout 9',
  ],
  [
    'perses --enable-web-ui true --test-script ./by-name.sh --input-file crash.js',
    'reduce crash.js --test HERE/by-name.sh',
  ],
  // Lithium
  [
    'python -m lithium outputs --timeout=60 boom node tool.mjs crash.js',
    "reduce crash.js --test 'node tool.mjs {}' --match boom --timeout 60",
  ],
  [
    'lithium crashes 60 node tool.mjs crash.js',
    "reduce crash.js --test 'node tool.mjs {}' --same-failure --timeout 60",
  ],
  [
    'python3 -m lithium crashes --timeout=60 node tool.mjs crash.js',
    "reduce crash.js --test 'node tool.mjs {}' --same-failure --timeout 60",
  ],
  ['python -m lithium --testcase=crash.js ./has-argument.sh', "reduce crash.js --test './has-argument.sh {}'"],
  ['lithium --char ./has-argument.sh crash.js', "reduce crash.js --test './has-argument.sh {}'"],
];
