// What a page of ours may do, as its content security policy says it to the browser.
import assert from 'node:assert/strict';
import { pagePolicy } from '../../../../src/host/page/page-policy.ts';

describe('the policy of a page', () => {
  const directives = new Map(
    pagePolicy('https://files.example', 'bm9uY2U=')
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources.join(' ')] as const;
      }),
  );

  it('runs a script by its nonce alone, whatever folder it lies in', () => {
    assert.equal(directives.get('script-src'), `'nonce-bm9uY2U='`);
  });

  it('takes no other base for addresses, and sends no form', () => {
    assert.deepEqual([directives.get('base-uri'), directives.get('form-action')], [`'none'`, `'none'`]);
  });

  it('lets nothing in but style sheets and fonts from our own folder', () => {
    const sources = [...directives].filter(([, value]) => value.includes('https://'));
    assert.deepEqual(sources, [
      ['style-src', 'https://files.example'],
      ['font-src', 'https://files.example'],
    ]);
    assert.equal(directives.get('default-src'), `'none'`);
  });
});
