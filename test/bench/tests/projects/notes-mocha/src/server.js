/** Notes by HTTP, as JSON. `ETag` is the version of a note; `If-Match` guards changes. */
const http = require('node:http');

function body(request, done) {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    try {
      done(undefined, text === '' ? {} : JSON.parse(text));
    } catch {
      done(Object.assign(new Error('no JSON'), { status: 400 }));
    }
  });
}

function versionOf(request) {
  const [, version] = /^"(\d+)"$/.exec(request.headers['if-match'] ?? '') ?? [];
  return version === undefined ? undefined : Number(version);
}

function createServer(store) {
  const answer = (response, status, value, headers = {}) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(value === undefined ? '' : JSON.stringify(value));
  };
  const tagOf = ({ version }) => ({ ETag: `"${version}"` });

  const routes = {
    'GET /notes': ({ url }, response) => {
      const { tag, after, limit } = Object.fromEntries(url.searchParams);
      const page = store.list({ tag, after: Number(after ?? 0), limit: Number(limit ?? 20) });
      const last = page.notes.at(-1);
      const headers = page.more ? { Link: `</notes?after=${last.id}>; rel="next"` } : {};
      answer(response, 200, { notes: page.notes.map(({ id, title }) => ({ id, title })), total: page.total }, headers);
    },
    'POST /notes': ({ value }, response) => {
      if (typeof value.title !== 'string') return answer(response, 422, { error: 'a note needs a title' });
      const note = store.create(value);
      answer(response, 201, note, { Location: `/notes/${note.id}`, ...tagOf(note) });
    },
    'GET /notes/:id': ({ id, request }, response) => {
      const note = store.get(id);
      if (!note) return answer(response, 404, { error: `no note ${id}` });
      if (request.headers['if-none-match'] === tagOf(note).ETag) return answer(response, 304, undefined, tagOf(note));
      answer(response, 200, note, tagOf(note));
    },
    'PATCH /notes/:id': ({ id, request, value }, response) => {
      const note = store.update(id, versionOf(request), value);
      if (!note) return answer(response, 404, { error: `no note ${id}` });
      answer(response, 200, note, tagOf(note));
    },
    'DELETE /notes/:id': ({ id }, response) => answer(response, store.remove(id) ? 204 : 404, undefined),
  };

  return http.createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const [, collection, id] = url.pathname.split('/');
    const route = routes[`${request.method} /${collection}${id ? '/:id' : ''}`];
    if (!route) return answer(response, 404, { error: 'no such place' });
    body(request, (error, value) => {
      try {
        if (error) throw error;
        route({ url, id, request, value }, response);
      } catch (problem) {
        answer(response, problem.status ?? 500, { error: problem.message });
      }
    });
  });
}

module.exports = { createServer };
