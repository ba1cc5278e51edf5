// What a person does on the demo's sign-in pages, and how a test changes what the demo does.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import * as z from 'zod/mini';
import { parseProfile, type ServiceProfile } from '../../src/core/service/profile/profile.ts';
import type { EndpointName } from '../../src/demo/wire/endpoints.ts';
import type { Fault } from '../../src/demo/faults/faults.ts';
import type { DemoService } from '../../src/demo/server.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';

const trafficSchema = z.object({ counts: z.record(z.string(), z.number()) });
const requestsSchema = z.object({
  newestTexts: z.array(z.string()),
  newestImages: z.array(z.object({ mediaType: z.string(), size: z.number() })),
});

/** Chooses a person of the list, types the SMS code and sends it: the page then leads back to VS Code. */
export async function signInOnPage(page: Page, name: string, smsCode: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('textbox').fill(smsCode);
  await page.keyboard.press('Enter');
}

/** Asks for the sign-in from the palette, and returns the page that it opens in the browser. */
export async function openSignIn(workbench: Workbench, account = 'Primary account'): Promise<Page> {
  return workbench.pageOpenedBy(async () => {
    await workbench.palette('Tidemark: Sign In');
    await workbench.quickInput.pick(account);
  });
}

/** Signs a person in from the palette, and waits until VS Code says so. */
export async function signIn(workbench: Workbench, { description }: DemoService, name: string): Promise<void> {
  await signInOnPage(await openSignIn(workbench), name, description.smsCode);
  await workbench.page.bringToFront();
  await workbench.toast(`Signed in as ${name}.`).waitFor();
}

export async function denyOnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Deny' }).click();
}

/** What the demo answers, or null where that is nothing. */
export async function control(
  { description }: DemoService,
  method: 'GET' | 'POST' | 'PUT',
  what: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${description.controlUrl}/${what}`, {
    method,
    headers: { Authorization: `Bearer ${description.controlToken}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The demo did not obey: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Makes the next calls of one endpoint fail in the given way. */
export async function planFault(demo: DemoService, endpoint: EndpointName, fault: Fault, times = 1): Promise<void> {
  await control(demo, 'POST', 'faults', { endpoint, fault, times });
}

/** Sets how much of a quota window, counted from 0, is used, in percent. */
export async function setShare(demo: DemoService, persona: string, window: number, percentage: number): Promise<void> {
  await control(demo, 'PUT', 'quota', { persona, window, percentage });
}

/** The text blocks of the message that was asked last. */
export async function lastRequestTexts(demo: DemoService): Promise<readonly string[]> {
  return (await lastRequest(demo)).newestTexts;
}

/** An image as the demo received it; `size` is in bytes. */
export type ReceivedImage = z.infer<typeof requestsSchema>['newestImages'][number];

/** The images of the last request, those of earlier prompts included. */
export async function lastRequestImages(demo: DemoService): Promise<readonly ReceivedImage[]> {
  return (await lastRequest(demo)).newestImages;
}

async function lastRequest(demo: DemoService): Promise<z.infer<typeof requestsSchema>> {
  return requestsSchema.parse(await control(demo, 'GET', 'requests'));
}

/** The demo's profile as it would be in a person's settings, without the keys that the description also names. */
export function profileOf({ description }: DemoService): ServiceProfile {
  const parsed = parseProfile(description);
  assert.equal(parsed.kind, 'profile');
  return parsed.profile;
}

/** What the demo was asked so far, by endpoint. */
export async function askDemo(demo: DemoService): Promise<{ readonly counts: Readonly<Record<string, number>> }> {
  return trafficSchema.parse(await control(demo, 'GET', 'requests'));
}

/** The redirect URI in the address of a sign-in page: where the browser will be sent. */
export function callbackOf(signInPage: string): string {
  const redirect = new URL(signInPage).searchParams.get('redirect_uri');
  if (redirect === null) throw new Error('This is no sign-in page.');
  return redirect;
}
