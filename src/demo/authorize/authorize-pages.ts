// The sign-in pages as HTML: phone number, SMS code, and what is wrong with a request. They work without scripts, and
// know nothing of how the steps follow one another.
import { html, raw } from 'hono/html';
import { style } from './authorize-style.ts';
import type { Provider } from '../wire/endpoints.ts';
import { type Persona, personas, smsCode, spokenPhone } from '../accounts/personas.ts';

type Html = ReturnType<typeof html>;

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%230b6478' stroke-width='2.4' stroke-linecap='round'%3E%3Cpath d='M2 9c3.3-4 6.7-4 10 0s6.7 4 10 0M2 16c3.3-4 6.7-4 10 0s6.7 4 10 0'/%3E%3C/svg%3E";

const waves = html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" aria-hidden="true"
  ><path d="M2 9c3.3-4 6.7-4 10 0s6.7 4 10 0M2 16c3.3-4 6.7-4 10 0s6.7 4 10 0" /></svg>`;

const serviceNames: Readonly<Record<Provider, string>> = {
  primary: 'Demo service',
  secondary: 'Demo service, second provider',
};

function page(title: string, provider: Provider, content: Html, footer: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${serviceNames[provider]}</title>
<link rel="icon" href="${icon}">
<style>${raw(style)}</style>
</head>
<body>
<main>
<header>${waves}<span>${serviceNames[provider]}</span><span class="badge">Demo</span></header>
${content}
</main>
<footer>${footer}</footer>
</body>
</html>`;
}

const nothingIsReal = html`<p>A demo on this computer. No account, no text message, nothing is sent anywhere.</p>`;

const alarm = (problem: string | undefined): Html =>
  problem ? html`<p class="alarm" id="problem" role="alert">${problem}</p>` : html``;
const described = (problem: string | undefined, by: string): Html =>
  problem ? html`aria-invalid="true" aria-describedby="problem"` : html`aria-describedby="${by}"`;

const personRow = ({
  name,
  phone,
  summary,
}: Persona): Html => html`<li><button class="person" name="phone" value="${phone}">
<b>${name}</b><span class="phone">${spokenPhone(phone)}</span><span class="summary">${summary}</span>
</button></li>`;

/** @param problem what was wrong with what the person typed before, if anything */
export function phonePage(provider: Provider, typed: string, problem?: string): Html {
  const content = html`<h1>Sign in to continue to Tidemark</h1>
<p id="purpose">Tidemark asks to see your plan and quota, and to send messages on your behalf.</p>
${alarm(problem)}
<form method="post">
<input type="hidden" name="step" value="phone">
<label for="phone">Phone number</label>
<input id="phone" name="phone" type="tel" autocomplete="off" required autofocus value="${typed}" placeholder="+1 202 555 0101" ${described(problem, 'purpose')}>
<div class="actions">
<button class="primary">Continue</button>
<button class="secondary" name="step" value="deny" formnovalidate>Deny</button>
</div>
</form>
<form method="post" aria-labelledby="people">
<input type="hidden" name="step" value="phone">
<h2 id="people">Or continue as</h2>
<p>Each of these people shows another side of the service.</p>
<ul class="people">${personas.map(personRow)}</ul>
</form>`;
  return page('Sign in', provider, content, nothingIsReal);
}

/** @param problem what was wrong with the code that the person typed before, if anything */
export function smsCodePage(provider: Provider, { name, phone }: Persona, problem?: string): Html {
  const content = html`<h1>Enter the code</h1>
<p>${name}, a real service would now send a text message to <strong>${spokenPhone(phone)}</strong>. The demo shows the
code here instead.</p>
<p class="notice" id="sent"><span>Your code</span> <b>${smsCode}</b></p>
${alarm(problem)}
<form method="post">
<input type="hidden" name="phone" value="${phone}">
<input type="hidden" name="step" value="code">
<label for="sms-code">SMS code</label>
<input class="code" id="sms-code" name="sms_code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required autofocus ${described(problem, 'sent')}>
<div class="actions">
<button class="primary">Sign in</button>
<button class="secondary" name="step" value="deny" formnovalidate>Deny</button>
</div>
</form>`;
  return page('Enter the code', provider, content, nothingIsReal);
}

/** @param problem a sentence that names the parameter and says what it must be */
export function wrongRequestPage(provider: Provider, problem: string): Html {
  const content = html`<h1>This sign-in link does not work</h1>
${alarm(problem)}
<p>Nothing was sent to any application. Go back to the application and start the sign-in again. If this page comes back,
the application asks in a way that this service does not know.</p>`;
  return page('This sign-in link does not work', provider, content, nothingIsReal);
}
