// The authorize pages of both providers as a sequence of steps (docs/service.md#4.1): check the request, ask for a
// phone number and the SMS code, and send the browser back. It keeps nothing between steps: each repeats the whole
// request.
import { type Context, Hono } from 'hono';
import { phonePage, smsCodePage, wrongRequestPage } from '../authorize/authorize-pages.ts';
import { styleSource } from '../authorize/authorize-style.ts';
import { readBody, usualBody } from '../wire/request-body.ts';
import type { Demo } from '../state/demo.ts';
import { endpoint } from './endpoint.ts';
import { applicationIds, type DemoEnv, type EndpointName, hosts, type Provider } from '../wire/endpoints.ts';
import { personaByPhone, smsCode } from '../accounts/personas.ts';
import { type RedirectRule, redirectSource, redirectWith } from '../authorize/redirects.ts';

interface AuthorizeRequest {
  readonly provider: Provider;
  readonly redirectUri: string;
  readonly state: string;
}

type Checked =
  | { readonly kind: 'sound'; readonly request: AuthorizeRequest }
  | { readonly kind: 'wrong'; readonly problem: string };

/** A parameter must be there once and not be empty (https://www.rfc-editor.org/rfc/rfc6749#section-3.1). */
function onlyValue(url: URL, name: string): string | undefined {
  const values = url.searchParams.getAll(name);
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}

function checked(url: URL, provider: Provider, redirects: RedirectRule): Checked {
  const wrong = (problem: string): Checked => ({ kind: 'wrong', problem });
  if (onlyValue(url, 'response_type') !== 'code') return wrong('The parameter response_type must be “code”.');
  if (onlyValue(url, 'client_id') !== applicationIds[provider]) {
    return wrong('The parameter client_id is missing, or names an application that this service does not know.');
  }
  const redirectUri = onlyValue(url, 'redirect_uri');
  if (redirectUri === undefined) return wrong('The parameter redirect_uri is missing.');
  if (!redirects.isAccepted(redirectUri)) {
    return wrong('The parameter redirect_uri is not an address that this service may send anyone back to.');
  }
  const state = onlyValue(url, 'state');
  if (state === undefined) return wrong('The parameter state is missing. It protects you against forged sign-ins.');
  return { kind: 'sound', request: { provider, redirectUri, state } };
}

/**
 * Browsers hold the redirect that follows a form to `form-action` as well, so the policy names where the answer goes.
 * @see https://www.w3.org/TR/CSP3/#directive-form-action
 */
function pageHeaders(redirectUri: string | undefined): Record<string, string> {
  const formAction = redirectUri === undefined ? `'none'` : `'self' ${redirectSource(redirectUri)}`;
  return {
    'content-security-policy': [
      `default-src 'none'`,
      `style-src ${styleSource}`,
      'img-src data:',
      `form-action ${formAction}`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
    ].join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

type PageContext = Context<DemoEnv>;

/** The answer to a form: the next page, the same page with what was wrong, or the way back. */
async function nextStep(c: PageContext, { codes }: Demo, request: AuthorizeRequest): Promise<Response> {
  const { provider, redirectUri, state } = request;
  const headers = pageHeaders(redirectUri);
  const text = await readBody(c.req.raw, usualBody);
  if (text === null)
    return c.html(wrongRequestPage(provider, 'The form is larger than anybody could fill it in.'), 413, headers);
  const form = new URLSearchParams(text);
  const wayBack = (answer: Readonly<Record<string, string>>): Response =>
    new Response(null, {
      status: 302,
      headers: { ...headers, location: redirectWith(redirectUri, { ...answer, state }) },
    });

  // The Deny button is in the same form as the step's own field, so its value comes last and decides.
  const step = form.getAll('step').at(-1);
  if (step === 'deny') return wayBack({ error: 'access_denied' });

  const typed = form.get('phone') ?? '';
  const persona = personaByPhone(typed);
  if (!persona) {
    const problem = 'Nobody in the demo has this phone number. Choose one of the people below.';
    return c.html(phonePage(provider, typed, problem), 400, headers);
  }
  if (step !== 'code') return c.html(smsCodePage(provider, persona), 200, headers);
  if (form.get('sms_code')?.trim() !== smsCode) {
    const problem = 'That is not the code. Type the six digits that are shown above.';
    return c.html(smsCodePage(provider, persona, problem), 400, headers);
  }
  return wayBack({ code: codes.issue(persona, request) });
}

export function authorizeEndpoints(demo: Demo): Hono<DemoEnv> {
  const app = new Hono<DemoEnv>();

  const serve = (name: EndpointName, path: string, provider: Provider): void => {
    const checkedIn = (c: PageContext): Checked => checked(new URL(c.req.url), provider, demo.redirects);
    const refuse = (c: PageContext, problem: string): Response | Promise<Response> =>
      c.html(wrongRequestPage(provider, problem), 400, pageHeaders(undefined));

    app.get(path, endpoint(demo, name), (c) => {
      const result = checkedIn(c);
      if (result.kind === 'wrong') return refuse(c, result.problem);
      return c.html(phonePage(provider, ''), 200, pageHeaders(result.request.redirectUri));
    });
    app.post(path, (c) => {
      const result = checkedIn(c);
      return result.kind === 'wrong' ? refuse(c, result.problem) : nextStep(c, demo, result.request);
    });
  };
  serve('authorize', `${hosts.auth}/api/oauth/authorize`, 'primary');
  serve('alt-authorize', `${hosts.altAuth}/login`, 'secondary');
  return app;
}
