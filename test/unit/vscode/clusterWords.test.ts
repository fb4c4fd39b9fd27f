import '../../support/fakeEditor';
import assert from 'node:assert/strict';
import { addressOf } from '../../../src/cluster/address';
import { clusterFrom, placeOf, withPassword } from '../../../src/vscode/oracles/cluster';

const values: Readonly<Record<string, string>> = { PW: 'a/b@c:d%?#', PLACE: 'big:6380', ALL: 'redis://:p@big:1/2' };
const context = { valueOf: (name: string) => values[name.replace('env:', '')] };
const redisOf = (redis: string) => clusterFrom({ redis, oracle: 'crash' }, context).redis;

describe('the words for a cluster', () => {
  it('have passwords from variables as they are, and other variables like a task', () => {
    const { options, told } = addressOf(redisOf('rediss://me:${env:PW}@${env:PLACE}/3'));
    assert.deepEqual([options.username, options.password, options.db], ['me', 'a/b@c:d%?#', 3]);
    assert.equal(told, 'big:6380');
    assert.equal(redisOf('${env:ALL}'), 'redis://:p@big:1/2');
    assert.equal(redisOf('redis://big:6379'), 'redis://big:6379');
  });

  it('say in one sentence what is missing', () => {
    assert.throws(() => clusterFrom({ oracle: 'crash' }, context), /^Error: "redis" .*whittle\.cluster\.$/);
    assert.throws(() => clusterFrom({ redis: 'redis://big' }, context), /^Error: .*"oracle"/);
  });

  it('have no password of their own: it is kept elsewhere, by the address', () => {
    for (const redis of [
      'redis://:secret@big',
      'rediss://me:se@cret@big',
      'redis://:a${env:PW}@big',
      'redis://u:x@${env:PLACE}',
    ]) {
      assert.throws(
        () => redisOf(redis),
        /^Error: The settings contain the password of Redis, .*Set Redis Password\.$/,
      );
    }
    assert.equal(placeOf('redis://big:6379/2'), 'big:6379');
    assert.equal(placeOf('redis://me@${env:PLACE}', context), 'me@big:6380');
    assert.equal(placeOf('redis://me:x@big'), undefined);
    const { options } = addressOf(withPassword('rediss://me@big:1/3', 'a$&/b@c:d%?#'));
    assert.deepEqual([options.username, options.password, options.db], ['me', 'a$&/b@c:d%?#', 3]);
    assert.equal(addressOf(withPassword('redis://big', 'p')).options.password, 'p');
  });
});
