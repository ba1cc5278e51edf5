import assert from 'node:assert/strict';
import { format, inspect } from 'node:util';
import { parseSecret, Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { unsendable } from '../../../../support/samples/unsendable-text.ts';

const value = 'eyJ.very.secret';
const secret = new Secret(value);

describe('a secret', () => {
  it('gives its value to whoever asks for it by name', () => {
    assert.equal(secret.reveal(), value);
  });

  it('is equal to another of the same value, and to no other', () => {
    assert.equal(secret.equals(new Secret(value)), true);
    assert.equal(secret.equals(new Secret(`${value}!`)), false);
  });

  const prints: readonly (readonly [way: string, print: () => string])[] = [
    ['String()', () => String(secret)],
    ['toString()', () => secret.toString()],
    ['a template', () => String.raw`token ${secret}`],
    ['concatenation through a primitive', () => [secret].join('')],
    ['JSON', () => JSON.stringify({ secret })],
    ['util.inspect', () => inspect(secret)],
    ['util.inspect with everything shown', () => inspect({ deep: [secret] }, { showHidden: true, depth: null })],
    ['util.format', () => format('%s %o %O %j', secret, secret, secret, secret)],
    ['an error text', () => inspect(new Error('failed', { cause: secret }))],
    ['its own keys', () => JSON.stringify([Reflect.ownKeys(secret), Object.entries(secret)])],
    ['a copy of its fields', () => JSON.stringify(Object.assign({}, secret))],
  ];
  for (const [way, print] of prints) {
    it(`is not printed by ${way}`, () => {
      const printed = print();
      assert.equal(printed.includes(value), false, printed);
      assert.equal(printed.includes('secret') || printed === '[[],[]]' || printed === '{}', true, printed);
    });
  }

  it('refuses to be cloned with its value', () => {
    assert.equal(JSON.stringify(structuredClone({ secret })).includes(value), false);
  });
});

describe('a text that becomes a secret', () => {
  it('is one word of visible ASCII, up to 8,000 characters', () => {
    for (const text of ['a', 'a.b.c', '!~', 'x'.repeat(8000)]) assert.equal(parseSecret(text)?.reveal(), text);
  });

  for (const [name, text] of unsendable) {
    it(`is refused where no header can carry it: ${name}`, () => assert.equal(parseSecret(text), null));
  }
});
