/** Addresses of Redis. */
import assert from 'node:assert/strict';
import { addressOf, tryAddress } from '../../../src/cluster/address';

describe('An address of Redis', () => {
  it('has host, port, database, user and password', () => {
    const { options, told } = addressOf('redis://me:p%40ss@big.example:6400/2');
    const { host, port, db, username, password, tls } = options;
    assert.deepEqual([host, port, db, username, password, tls], ['big.example', 6400, 2, 'me', 'p@ss', undefined]);
    assert.equal(told, 'big.example:6400');
  });

  it('has TLS if it begins with rediss', () => {
    const { options, told } = addressOf('rediss://:secret@big.example');
    assert.deepEqual([options.tls, options.username, options.port], [{ servername: 'big.example' }, undefined, 6379]);
    assert.equal(told, 'big.example:6379');
  });

  for (const url of [
    '',
    'localhost:6379',
    'http://a',
    'redis://',
    'redis://:secret@host/x',
    'me:secret@host',
    'http://me:sec@ret:secret@host',
  ]) {
    it(`is refused, and no password is told: ${JSON.stringify(url)}`, () => {
      assert.throws(
        () => addressOf(url),
        (error: Error) => /is not an address of Redis/.test(error.message) && !/secret/.test(error.message),
      );
    });
  }

  it('of nobody is told in one sentence', async () => {
    await assert.rejects(tryAddress(addressOf('redis://:secret@127.0.0.1:1')), (error: Error) => {
      assert.match(
        error.message,
        /^Redis at 127\.0\.0\.1:1 cannot be reached \(.*ECONNREFUSED.*\): start it, or correct its address\.$/,
      );
      return true;
    });
  });
});
