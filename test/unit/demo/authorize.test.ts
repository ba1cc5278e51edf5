// The sign-in pages, as a browser without scripts goes through them.
import assert from 'node:assert/strict';
import {
  authorize,
  authorizeUrl,
  closeDemos,
  control,
  loopback,
  phoneOf,
  startDemo,
  state,
  submit,
} from './demo-client.ts';

describe('the authorize pages', () => {
  afterEach(closeDemos);

  it('ask for a phone number, then for the SMS code that they show, and send the browser back with code and state', async () => {
    const demo = await startDemo();
    const url = authorizeUrl(demo);

    const phonePage = await (await fetch(url)).text();
    assert.match(phonePage, /<label for="phone">Phone number<\/label>/);
    for (const { phone } of demo.description.people) assert.ok(phonePage.includes(`value="${phone}"`));

    const codePage = await submit(url, { step: 'phone', phone: '(202) 555-0101' });
    assert.equal(codePage.status, 200);
    const text = await codePage.text();
    assert.ok(text.includes(`<b>${demo.description.smsCode}</b>`));
    assert.ok(text.includes('name="phone" value="+12025550101"'));

    const done = await submit(url, { step: 'code', phone: '+12025550101', sms_code: demo.description.smsCode });
    assert.equal(done.status, 302);
    const location = new URL(done.headers.get('location') ?? '');
    assert.equal(location.origin + location.pathname, loopback);
    assert.deepEqual([...location.searchParams.keys()], ['code', 'state']);
    assert.equal(location.searchParams.get('state'), state);
    assert.match(location.searchParams.get('code') ?? '', /^[\w-]{32}$/);
  });

  it('show the same page with a message for a wrong SMS code and for an unknown phone number', async () => {
    const demo = await startDemo();
    const url = authorizeUrl(demo);
    const wrongCode = await submit(url, { step: 'code', phone: phoneOf(demo, 'subscriber'), sms_code: '000000' });
    assert.equal(wrongCode.status, 400);
    assert.match(await wrongCode.text(), /That is not the code/);
    const wrongPhone = await submit(url, { step: 'phone', phone: '12345' });
    assert.equal(wrongPhone.status, 400);
    assert.match(await wrongPhone.text(), /Nobody in the demo has this phone number/);
  });

  for (const fields of [{ step: 'deny' }, { step: 'deny', phone: '+12025550101', sms_code: '' }]) {
    it(`redirect with an error and the state when the person denies (${Object.keys(fields).join(', ')})`, async () => {
      const demo = await startDemo();
      const answer = await submit(authorizeUrl(demo), fields);
      assert.equal(answer.status, 302);
      assert.equal(answer.headers.get('location'), `${loopback}?error=access_denied&state=${state}`);
    });
  }

  it('take the Deny button of a form whose own step comes first', async () => {
    const demo = await startDemo();
    const answer = await fetch(authorizeUrl(demo), {
      method: 'POST',
      body: new URLSearchParams([
        ['step', 'phone'],
        ['phone', ''],
        ['step', 'deny'],
      ]),
      redirect: 'manual',
    });
    assert.equal(answer.headers.get('location'), `${loopback}?error=access_denied&state=${state}`);
  });

  it('keep the query that a redirect URI already has, byte for byte', async () => {
    const demo = await startDemo();
    const redirectUri =
      'http://localhost:8080/stable-1a2b/callback?vscode-reqid=1&vscode-path=%2Fprimary-auth%2Fcallback';
    const location = await authorize(demo, 'subscriber', 'primary', { redirect_uri: redirectUri });
    assert.ok(location.href.startsWith(`${redirectUri}&code=`));
    assert.ok(location.href.endsWith(`&state=${state}`));
  });

  it('serve the second provider at its own address, for its own application id', async () => {
    const demo = await startDemo();
    const redirectUri = 'vscode://tidemark.tidemark/oauth/callback';
    const location = await authorize(demo, 'subscriber', 'secondary', { redirect_uri: redirectUri });
    assert.ok(location.href.startsWith(`${redirectUri}?code=`));
    const wrongId = await fetch(authorizeUrl(demo, 'secondary', { client_id: demo.description.clientId }));
    assert.equal(wrongId.status, 400);
  });

  const accepted = [
    'vscode://tidemark.tidemark/primary-auth/callback',
    'vscode-insiders://tidemark.tidemark/oauth/callback?windowId=2',
    'code-oss://tidemark.tidemark/secondary-auth/callback',
    'example-app://primary-auth/callback',
    'http://127.0.0.1:3000/callback',
    'http://localhost:8080/stable-1a2b/callback?vscode-reqid=1',
    'https://editor.example/callback?vscode-reqid=1',
  ];
  for (const uri of accepted) {
    it(`accept the redirect URI ${uri}`, async () => {
      const demo = await startDemo();
      assert.equal((await fetch(authorizeUrl(demo, 'primary', { redirect_uri: uri }))).status, 200);
    });
  }

  const refused = [
    'javascript://tidemark.tidemark/oauth/callback',
    'vscode://someone.else/oauth/callback',
    'vscode://tidemark.tidemark/oauth/callback/more',
    'vscode://tidemark.tidemark/oauth/callback#fragment',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:3000/elsewhere',
    'http://evil.example:3000/callback',
    'https://user:word@editor.example/callback',
    'not an address',
  ];
  for (const uri of refused) {
    it(`refuse the redirect URI ${uri} on a page, without a redirect`, async () => {
      const demo = await startDemo();
      const url = authorizeUrl(demo, 'primary', { redirect_uri: uri });
      const answers = [
        await fetch(url, { redirect: 'manual' }),
        await submit(url, { step: 'code', phone: phoneOf(demo, 'subscriber'), sms_code: demo.description.smsCode }),
        await submit(url, { step: 'deny' }),
      ];
      for (const answer of answers) {
        assert.equal(answer.status, 400);
        assert.equal(answer.headers.get('location'), null);
        assert.match(await answer.text(), /The parameter redirect_uri is not an address/);
      }
    });
  }

  const wrongParameters = [
    { name: 'response_type', value: 'token' },
    { name: 'response_type', value: undefined },
    { name: 'client_id', value: 'somebody' },
    { name: 'client_id', value: undefined },
    { name: 'redirect_uri', value: undefined },
    { name: 'state', value: undefined },
    { name: 'state', value: '' },
  ];
  for (const { name, value } of wrongParameters) {
    it(`name the parameter ${name} when it is ${value === undefined ? 'missing' : `"${value}"`}`, async () => {
      const demo = await startDemo();
      const answer = await fetch(authorizeUrl(demo, 'primary', { [name]: value }), { redirect: 'manual' });
      assert.equal(answer.status, 400);
      assert.ok((await answer.text()).includes(`The parameter ${name}`));
    });
  }

  it('refuse a parameter that is there twice', async () => {
    const demo = await startDemo();
    const answer = await fetch(`${authorizeUrl(demo)}&state=another`);
    assert.equal(answer.status, 400);
  });

  it('accept only the listed redirect URIs where a strict list is given or switched on', async () => {
    const listed = 'vscode://tidemark.tidemark/primary-auth/callback';
    const demo = await startDemo({ strictRedirects: [listed] });
    const statusFor = async (uri: string): Promise<number> =>
      (await fetch(authorizeUrl(demo, 'primary', { redirect_uri: uri }))).status;
    assert.equal(await statusFor(listed), 200);
    assert.equal(await statusFor(`${listed}?windowId=1`), 400);
    assert.equal(await statusFor(loopback), 400);
    await control(demo, 'PUT', '/redirects', { strict: [loopback] });
    assert.deepEqual([await statusFor(listed), await statusFor(loopback)], [400, 200]);
    await control(demo, 'PUT', '/redirects', { strict: null });
    assert.deepEqual([await statusFor(listed), await statusFor(loopback)], [200, 200]);
    await control(demo, 'POST', '/reset');
    assert.deepEqual([await statusFor(listed), await statusFor(loopback)], [200, 400]);
  });

  it('forbid everything that they do not need, and let the form lead only to themselves and the redirect URI', async () => {
    const demo = await startDemo();
    const answer = await fetch(
      authorizeUrl(demo, 'primary', { redirect_uri: 'vscode://tidemark.tidemark/oauth/callback' }),
    );
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(
      policy,
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; form-action 'self' vscode:; base-uri 'none'; frame-ancestors 'none'$/,
    );
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    assert.doesNotMatch(await answer.text(), /<script|\son\w+=|style="/);
  });

  it('escape what a person typed', async () => {
    const demo = await startDemo();
    const answer = await submit(authorizeUrl(demo), { step: 'phone', phone: '"><img src=x>' });
    const text = await answer.text();
    assert.ok(text.includes('value="&quot;&gt;&lt;img src=x&gt;"'));
    assert.ok(!text.includes('<img'));
  });
});
