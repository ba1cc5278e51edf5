import assert from 'node:assert/strict';
import { sitesOf } from '../../../../../src/core/service/profile/sites.ts';
import { profileOf } from '../../../../support/fakes/service-connection.ts';

const sites = (authUrl: string, baseUrl: string, apiUrl = baseUrl): string[] =>
  sitesOf(profileOf('https://unused.example', { authUrl, baseUrl, apiUrl })).map(
    ({ domain, addresses }) => `${domain}: ${addresses.map(({ role }) => role).join(' ')}`,
  );

describe('the owners of a service’s addresses', () => {
  it('are one where all hosts are under one registrable domain, whatever ports and paths', () => {
    assert.deepEqual(sites('https://login.example.com', 'https://api.example.com:8443/v1', 'https://example.com'), [
      'example.com: authUrl baseUrl apiUrl',
    ]);
    assert.deepEqual(sites('https://login.example.co.uk', 'https://api.example.co.uk'), [
      'example.co.uk: authUrl baseUrl apiUrl',
    ]);
  });

  it('are several where a genuine sign-in page is beside a foreign address', () => {
    assert.deepEqual(sites('https://login.example.com', 'https://example.com.evil.test'), [
      'example.com: authUrl',
      'evil.test: baseUrl apiUrl',
    ]);
    assert.deepEqual(sites('https://example.co.uk', 'https://other.co.uk'), [
      'example.co.uk: authUrl',
      'other.co.uk: baseUrl apiUrl',
    ]);
  });

  it('are several where a company only lends the names', () => {
    assert.deepEqual(sites('https://one.github.io', 'https://two.github.io'), [
      'one.github.io: authUrl',
      'two.github.io: baseUrl apiUrl',
    ]);
  });

  it('are told apart by the whole host where nothing is registered', () => {
    assert.deepEqual(sites('https://10.0.0.1', 'https://10.0.0.2:8443', 'https://10.0.0.1/a'), [
      '10.0.0.1: authUrl apiUrl',
      '10.0.0.2: baseUrl',
    ]);
    assert.deepEqual(sites('http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'), [
      'localhost: authUrl',
      '127.0.0.1: baseUrl',
      '[::1]: apiUrl',
    ]);
  });
});
