// All endpoint groups as one function from a Request to a Response.
import { Hono } from 'hono';
import { ownCallersOnly } from './access/callers.ts';
import { authorizeEndpoints } from './endpoints/authorize-endpoints.ts';
import { controlEndpoints } from './endpoints/control-endpoints.ts';
import type { Demo } from './state/demo.ts';
import type { DemoEnv } from './wire/endpoints.ts';
import { messageEndpoints } from './endpoints/message-endpoints.ts';
import { planEndpoints } from './endpoints/plan-endpoints.ts';
import { tokenEndpoints } from './endpoints/token-endpoints.ts';
import { userEndpoints } from './endpoints/user-endpoints.ts';
import { envelopedFailure } from './wire/wire.ts';

export function createDemoApp(demo: Demo): Hono<DemoEnv> {
  const app = new Hono<DemoEnv>();
  app.use('*', ownCallersOnly(demo.knownHosts));
  const groups = [authorizeEndpoints, tokenEndpoints, userEndpoints, planEndpoints, messageEndpoints, controlEndpoints];
  for (const group of groups) app.route('/', group(demo));
  app.notFound(() => envelopedFailure(404, 404, 'There is nothing at this address.'));
  // The framework would print the error; a demo inside an editor must not write to its console.
  app.onError(() => envelopedFailure(500, 500, 'The demo service failed.'));
  return app;
}
