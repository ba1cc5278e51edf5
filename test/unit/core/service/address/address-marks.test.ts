// What is marked in an address before it is opened.
import assert from 'node:assert/strict';
import { addressMarks } from '../../../../../src/core/service/address/address-marks.ts';

describe('the marks of an address', () => {
  it('are none where nothing in it misleads', () => {
    for (const text of [
      'https://github.com/login?a=b@c#d@e',
      'http://docs.example/',
      'mailto:a@b.example',
      'https://[::1]/a',
    ])
      assert.deepEqual(addressMarks(text, 'here'), []);
  });

  it('name what is before the site, and the site itself', () => {
    assert.deepEqual(addressMarks('https://github.com@evil.test/a', 'here'), [
      { kind: 'userInfo', userInfo: 'github.com', site: 'evil.test' },
    ]);
    assert.deepEqual(addressMarks('https://github.com:login@evil.test/a', 'here'), [
      { kind: 'userInfo', userInfo: 'github.com:login', site: 'evil.test' },
    ]);
  });

  it('name a site that is written in other letters', () => {
    assert.deepEqual(addressMarks('https://www.xn--pple-43d.com/', 'here'), [
      { kind: 'punycode', site: 'www.xn--pple-43d.com' },
    ]);
  });

  it('name a port that is not the usual one', () => {
    assert.deepEqual(addressMarks('https://docs.example:8443/', 'here'), [{ kind: 'port', port: '8443' }]);
    assert.deepEqual(addressMarks('http://u@[::1]:8080/', 'here'), [
      { kind: 'userInfo', userInfo: 'u', site: '[::1]' },
      { kind: 'port', port: '8080' },
    ]);
  });

  it('name the address that the words of the link are, where it is another one', () => {
    for (const [shown, address, named] of [
      ['https://a.test', 'https://b.test/', 'https://a.test'],
      ['see https://a.test/login.', 'https://b.test/login', 'https://a.test/login'],
      ['github.com', 'https://evil.test/', 'github.com'],
      ['www.bank.example/login', 'https://evil.test/login', 'www.bank.example/login'],
      ['http\u200bs://a.test', 'https://b.test/', 'https://a.test'],
      ['https://github.com/login', 'https://github.com/evil', 'https://github.com/login'],
      ['https://github.com/login…', 'https://github.com.evil.test/login', 'https://github.com/login…'],
      ['help@bank.example', 'mailto:help@evil.test', 'help@bank.example'],
      ['help@bank.example', 'https://evil.test/', 'help@bank.example'],
    ] as const)
      assert.deepEqual(addressMarks(address, shown), [{ kind: 'otherText', text: named }], shown);
  });

  it('name no words that are this address, or are none', () => {
    for (const [shown, address] of [
      ['https://a.test', 'https://a.test/'],
      ['a.test/b', 'https://www.a.test/b/'],
      ['http://a.test/b', 'https://a.test/b'],
      ['https://a.test/long…', 'https://a.test/long/way'],
      ['https://a.test/ü', 'https://a.test/%C3%BC'],
      ['a@b.example', 'mailto:a@b.example'],
      ['README.md', 'https://a.test/README.md'],
      ['the docs', 'https://a.test/'],
      ['', 'https://a.test/'],
    ] as const)
      assert.deepEqual(addressMarks(address, shown), [], shown);
  });
});
