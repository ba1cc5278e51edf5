// The control endpoint, by which tests change what the demo does: faults, quota figures, expired sessions, registered
// redirect URIs. It is guarded by the control token, and is no endpoint of the service.
import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { Demo } from '../state/demo.ts';
import { type DemoEnv, endpointNames, hosts } from '../wire/endpoints.ts';
import { faultSchema } from '../faults/faults.ts';
import { type Persona, personas } from '../accounts/personas.ts';
import { bearerOf, isSameSecret, jsonBody } from '../wire/wire.ts';

const plannedSchema = z.object({
  endpoint: z.enum(endpointNames),
  times: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
  fault: faultSchema,
});
const quotaSchema = z.object({
  persona: z.string(),
  window: z.int().check(z.minimum(0)),
  percentage: z.number().check(z.minimum(0), z.maximum(1_000_000)),
});
const expirySchema = z.object({ persona: z.optional(z.string()) });
const redirectsSchema = z.object({ strict: z.nullable(z.array(z.string())) });

/** A fault may carry a whole answer, word for word; in bytes. */
const largestFault = 4 * 1024 * 1024;

const done = (): Response => new Response(null, { status: 204 });
const wrong = (message: string, status = 400): Response => Response.json({ message }, { status });
const personaNamed = (id: string): Persona | undefined => personas.find((persona) => persona.id === id);

export function controlEndpoints(demo: Demo): Hono<DemoEnv> {
  const app = new Hono<DemoEnv>();
  // Whatever comes without the token gets this answer and no other, even where there is no such endpoint.
  app.use(`${hosts.control}/*`, async ({ req }, next) => {
    const token = bearerOf(req.raw.headers);
    if (token !== undefined && isSameSecret(token, demo.controlToken)) return next();
    return Response.json(
      { message: 'The control token is missing or wrong.' },
      { status: 401, headers: { 'www-authenticate': 'Bearer' } },
    );
  });

  app.get(`${hosts.control}/requests`, () => Response.json(demo.traffic.report()));
  app.get(`${hosts.control}/faults`, () => Response.json(demo.faults.planned()));
  app.post(`${hosts.control}/faults`, async ({ req }) => {
    const body = await jsonBody(req.raw, plannedSchema, largestFault);
    if (body.kind === 'wrong') return wrong(body.message, body.status);
    demo.faults.plan(body.value);
    return done();
  });

  app.put(`${hosts.control}/quota`, async ({ req }) => {
    const body = await jsonBody(req.raw, quotaSchema);
    if (body.kind === 'wrong') return wrong(body.message, body.status);
    const persona = personaNamed(body.value.persona);
    if (!persona) return wrong('persona: there is nobody of this name.');
    const isSet = demo.usage.setShare(persona, body.value.window, body.value.percentage);
    return isSet ? done() : wrong('window: this person has no such window.');
  });

  app.post(`${hosts.control}/sessions/expire`, async ({ req }) => {
    const body = await jsonBody(req.raw, expirySchema);
    if (body.kind === 'wrong') return wrong(body.message, body.status);
    const { persona: id } = body.value;
    const persona = id === undefined ? undefined : personaNamed(id);
    if (id !== undefined && !persona) return wrong('persona: there is nobody of this name.');
    demo.credentials.expire(persona);
    return done();
  });

  app.put(`${hosts.control}/redirects`, async ({ req }) => {
    const body = await jsonBody(req.raw, redirectsSchema);
    if (body.kind === 'wrong') return wrong(body.message, body.status);
    demo.redirects.restrictTo(body.value.strict);
    return done();
  });

  app.post(`${hosts.control}/reset`, () => {
    demo.faults.clear();
    demo.usage.reset();
    demo.codes.clear();
    demo.redirects.reset();
    demo.traffic.clear();
    return done();
  });

  return app;
}
