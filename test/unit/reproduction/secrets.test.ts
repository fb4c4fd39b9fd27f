/** What looks like a secret, and what does not. All of these were made up. */
import assert from 'node:assert/strict';
import { cleanText, isSecretFile, secretsIn } from '../../../src/reproduction/secrets';

const long = (start: string, length: number) => start + 'a1B2c3D4e5'.repeat(8).slice(0, length);
const cleanLine = (line: string) =>
  secretsIn({ files: [], commands: [{ line }] }, 'repro.sh').variants[0].commands[0].line;
const isSecretName = (name: string) => cleanLine(`${name}=a1b2c3d4`) !== `${name}=a1b2c3d4`;
const file = (path: string, text = 'A=1\n') => ({ path, bytes: Buffer.from(text) });
const textsOf = (files: readonly { path: string; bytes: Uint8Array }[]) =>
  Object.fromEntries(files.map(({ path, bytes }) => [path, String(bytes)]));

describe('secret names', () => {
  for (const name of [
    'API_TOKEN',
    'dbPassword',
    'access-key',
    'AWS_SECRET_ACCESS_KEY',
    'DB_PASS',
    'client_secret',
    'apiKey',
  ])
    it(`are like ${name}`, () => assert.ok(isSecretName(name)));
  for (const name of [
    'TOKEN_LIMIT',
    'author',
    'PWD',
    'keyboard',
    'SSH_AUTH_SOCK',
    'tokenizer',
    'primary_key',
    'compass',
  ])
    it(`are not like ${name}`, () => assert.ok(!isSecretName(name)));
});

describe('secret words', () => {
  const private_ = '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7bq\nx9==\n-----END RSA PRIVATE KEY-----';
  const texts: Record<string, string> = {
    [private_]: '-----BEGIN RSA PRIVATE KEY-----REDACTED-----END RSA PRIVATE KEY-----',
    [`curl ${long('ghp_', 36)}`]: 'curl REDACTED',
    [`t = "${long('github_pat_', 40)}"`]: 't = "REDACTED"',
    [long('xoxb-', 20)]: 'REDACTED',
    ['AKIAABCDEFGHIJKLMNOP']: 'REDACTED',
    [long('sk-proj-', 30)]: 'REDACTED',
    [`eyJhbGciOiJIUzI1NiJ9.${long('eyJ', 20)}.${long('', 20)}`]: 'REDACTED',
    ['//registry.example.org/:_authToken=a1b2c3d4']: '//registry.example.org/:_authToken=REDACTED',
    ['https://me:hunter2@example.org/x']: 'https://me:REDACTED@example.org/x',
    ['"Authorization": "Bearer a1b2c3d4e5"']: '"Authorization": "Bearer REDACTED"',
    ["const api = { apiKey: 'a1b2c3d4e5', size: 3 };"]: "const api = { apiKey: 'REDACTED', size: 3 };",
    ['password: "correct-horse"']: 'password: "REDACTED"',
    ['API_TOKEN=a1b2c3d4e5 # x']: 'API_TOKEN=REDACTED # x',
  };
  for (const [text, plain] of Object.entries(texts))
    it(`are replaced in ${text.slice(0, 30)}`, () => assert.equal(cleanText(text).text, plain));

  const lines: Record<string, string> = {
    'API_TOKEN=x node main.js': 'API_TOKEN=REDACTED node main.js',
    'export DB_PASSWORD="my word" && ./run': 'export DB_PASSWORD="REDACTED" && ./run',
    'tool --password hunter2 --size 3': 'tool --password REDACTED --size 3',
    "tool --api-key='abc def' x": "tool --api-key='REDACTED' x",
    'curl -s -u me:word https://example.org': 'curl -s -u me:REDACTED https://example.org',
  };
  for (const [line, plain] of Object.entries(lines))
    it(`are replaced in the command ${line}`, () => assert.equal(cleanLine(line), plain));

  for (const line of [
    'API_TOKEN=$API_TOKEN node main.js',
    'gcc -O2 -Wall main.c',
    'NODE_ENV=test TOKEN_LIMIT=5 node a.js',
  ])
    it(`are not in the command ${line}`, () => assert.equal(cleanLine(line), line));

  for (const text of [
    'const token = next(); if (token === END) return;',
    'int token = parse2(x);\nenum { TOKEN_EOF = 3 };',
    "type: 'password', secret: 'secret'",
    'self.token = token_kind1',
    'const password = readline2("Password: ");',
    'API_TOKEN=REDACTED',
    'see https://example.org:8080/path@2 and sk-chasing-dot-container-of-spinners',
  ])
    it(`are not in ${text.slice(0, 40)}`, () => assert.deepEqual(cleanText(text), { text, names: [] }));

  it('are found in large texts in no time', () => {
    const began = performance.now();
    for (const part of ['a', 'token=', '-----BEGIN PRIVATE KEY-----', 'https://a:', 'curl ', ' ', '"a": "'])
      cleanText(part.repeat(Math.ceil(300_000 / part.length)));
    assert.ok(performance.now() - began < 20_000);
  });
});

describe('secret files', () => {
  for (const path of [
    '.env',
    'a/.env.local',
    'server.key',
    'id_ed25519',
    '.netrc',
    '.aws/config',
    'x/.ssh/known',
    'a.p12',
  ])
    it(`are like ${path}`, () => assert.ok(isSecretFile(file(path))));
  for (const path of ['.env.example', 'id_rsa.pub', 'main.js', 'secret.ts', 'environment.md', 'package.json'])
    it(`are not like ${path}`, () => assert.ok(!isSecretFile(file(path))));
  it('are keys, but no certificates and no empty files', () => {
    assert.ok(isSecretFile(file('a.pem', '-----BEGIN PRIVATE KEY-----')));
    assert.ok(!isSecretFile(file('a.pem', '-----BEGIN CERTIFICATE-----')));
    assert.ok(!isSecretFile(file('.env', '')));
  });
});

describe('material without secrets', () => {
  const files = [
    file('.env', '# mine\nAPI_TOKEN="a1b2c3d4e5"\nPORT=80\n'),
    file('main.js', "call('a1b2c3d4e5');\n"),
    file('other.js', 'plain\n'),
  ];
  const commands = [{ line: 'DB_PASSWORD=w0rd123 node main.js', env: { NPM_TOKEN: 'x', PORT: '1' } }];

  it('has neither files nor words of that kind, and their names', () => {
    const { names, variants } = secretsIn({ files, commands }, 'repro.sh');
    assert.deepEqual(names, ['.env', 'main.js: API_TOKEN', 'repro.sh: DB_PASSWORD', 'repro.sh: NPM_TOKEN']);
    assert.deepEqual(textsOf(variants[0].files), { 'main.js': "call('REDACTED');\n", 'other.js': 'plain\n' });
    assert.deepEqual(variants[0].commands, [
      { line: 'DB_PASSWORD=REDACTED node main.js', env: { NPM_TOKEN: 'REDACTED', PORT: '1' } },
    ]);
  });

  it('may have the files without their values', () => {
    const [, hollow] = secretsIn({ files, commands }, 'repro.sh').variants;
    assert.equal(textsOf(hollow.files)['.env'], 'API_TOKEN="REDACTED"\nPORT=REDACTED\n');
  });

  it('has an output without the values that were found', () => {
    const { clean } = secretsIn({ files, commands }, 'repro.sh');
    assert.deepEqual(clean('no such user: w0rd123'), { text: 'no such user: REDACTED', names: ['DB_PASSWORD'] });
  });

  it('is the same if there are none', () => {
    const plain = { files: [files[2]], commands: [{ line: 'node other.js' }] };
    const { names, variants } = secretsIn(plain, 'repro.sh');
    assert.deepEqual([names, variants], [[], [plain]]);
  });

  it('has no values of this process’s own variables', () => {
    process.env.WHITTLE_TEST_TOKEN = 'q1w2e3r4t5';
    try {
      assert.equal(cleanText('says q1w2e3r4t5').text, 'says REDACTED');
    } finally {
      delete process.env.WHITTLE_TEST_TOKEN;
    }
  });
});
