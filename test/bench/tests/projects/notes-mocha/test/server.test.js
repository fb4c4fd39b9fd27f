const assert = require('node:assert/strict');
const http = require('node:http');
const { createServer } = require('../src/server');
const { MemoryStore } = require('../src/store');

describe('the server', () => {
  let server;
  let store;
  let base;

  beforeEach((done) => {
    store = new MemoryStore({ now: () => 0 });
    server = createServer(store);
    server.listen(0, '127.0.0.1', () => {
      base = `http://127.0.0.1:${server.address().port}`;
      done();
    });
  });

  afterEach((done) => {
    server.closeAllConnections();
    server.close(done);
  });

  async function call(method, path, value, headers = {}) {
    const response = await fetch(base + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: value === undefined ? undefined : JSON.stringify(value),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, value: text === '' ? undefined : JSON.parse(text) };
  }

  /** By callbacks, as old clients do it. */
  function get(path, headers, done) {
    const request = http.get(base + path, { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => done(undefined, response, text));
    });
    request.on('error', done);
  }

  it('creates notes', async () => {
    const { status, headers, value } = await call('POST', '/notes', { title: 'tea', tags: ['b', 'a'] });
    assert.equal(status, 201);
    assert.equal(headers.get('location'), '/notes/1');
    assert.deepEqual(value.tags, ['a', 'b']);
  });

  it('needs a title', async () => {
    const { status, value } = await call('POST', '/notes', { text: 'x' });
    assert.equal(status, 422);
    assert.deepEqual(value, { error: 'a note needs a title' });
  });

  it('refuses what is no JSON', async () => {
    const response = await fetch(`${base}/notes`, { method: 'POST', body: '{' });
    assert.equal(response.status, 400);
  });

  it('guards changes by versions', async () => {
    await call('POST', '/notes', { title: 'tea' });
    await call('POST', '/notes', { title: 'milk' });
    const first = await call('PATCH', '/notes/1', { title: 'green tea' }, { 'If-Match': '"1"' });
    assert.equal(first.status, 200);
    assert.equal(first.headers.get('etag'), '"2"');
    const second = await call('PATCH', '/notes/1', { title: 'coffee' }, { 'If-Match': '"1"' });
    assert.equal(second.status, 409);
    const { value } = await call('GET', '/notes/1');
    assert.equal(value.title, 'green tea');
  });

  it('pages through a list', async () => {
    for (const title of ['a', 'b', 'c', 'd', 'e']) await call('POST', '/notes', { title, tags: ['all'] });
    await call('DELETE', '/notes/2');
    const seen = [];
    let path = '/notes?limit=2';
    for (let page = 0; page < 5 && path; page++) {
      const { headers, value } = await call('GET', path);
      assert.equal(value.total, 4);
      seen.push(value.notes.map(({ title }) => title).join(''));
      const [, next] = /<(.*)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
      path = next && `${next}&limit=2`;
    }
    assert.deepEqual(seen, ['ac', 'de']);
  });

  it('tells that nothing has changed', (done) => {
    store.create({ title: 'tea' });
    store.create({ title: 'milk' });
    store.update('2', 1, { title: 'oat milk' });
    get('/notes/2', {}, (error, response, text) => {
      if (error) return done(error);
      assert.equal(JSON.parse(text).title, 'oat milk');
      const { etag } = response.headers;
      get('/notes/2', { 'If-None-Match': etag }, (again, second, nothing) => {
        if (again) return done(again);
        assert.equal(second.statusCode, 304);
        assert.equal(nothing, '');
        done();
      });
    });
  });

  it('does not know other places', (done) => {
    get('/other', {}, (error, response) => {
      assert.ifError(error);
      assert.equal(response.statusCode, 404);
      done();
    });
  });
});
