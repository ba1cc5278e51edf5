// What is marked in an address before it is opened.
import assert from 'node:assert/strict';
import { addressMarks } from '../../../../../src/core/service/address/address-marks.ts';

describe('the marks of an address', () => {
  it('are none where nothing in it misleads', () => {
    for (const text of ['https://github.com/login?a=b@c#d@e', 'http://docs.example/', 'mailto:a@b.example', 'https://[::1]/a']) assert.deepEqual(addressMarks(text), []);
  });

  it('name what stands before the site, and the site itself', () => {
    assert.deepEqual(addressMarks('https://github.com@evil.test/a'), [{ kind: 'userInfo', userInfo: 'github.com', site: 'evil.test' }]);
    assert.deepEqual(addressMarks('https://github.com:login@evil.test/a'), [{ kind: 'userInfo', userInfo: 'github.com:login', site: 'evil.test' }]);
  });

  it('name a site that is written in other letters', () => {
    assert.deepEqual(addressMarks('https://www.xn--pple-43d.com/'), [{ kind: 'punycode', site: 'www.xn--pple-43d.com' }]);
  });

  it('name a port that is not the usual one', () => {
    assert.deepEqual(addressMarks('https://docs.example:8443/'), [{ kind: 'port', port: '8443' }]);
    assert.deepEqual(addressMarks('http://u@[::1]:8080/'), [{ kind: 'userInfo', userInfo: 'u', site: '[::1]' }, { kind: 'port', port: '8080' }]);
  });
});
