// The wire shapes of entry-plan billing, subscription list and quota (docs/service.md#4.6 and docs/service.md#4.7); the
// figures come from usage.ts.
import { Hono } from 'hono';
import type { Demo } from '../state/demo.ts';
import { endpoint } from './endpoint.ts';
import { type DemoEnv, hosts, type Provider } from '../wire/endpoints.ts';
import { demoModels } from '../accounts/models.ts';
import type { Persona, PersonaPlan } from '../accounts/personas.ts';
import type { WindowFigures } from '../accounts/usage.ts';
import { bearerOf, enveloped, envelopedFailure, firewallRefusal } from '../wire/wire.ts';

const codingPlans: Readonly<Partial<Record<PersonaPlan, { level: string; productName: string }>>> = {
  pro: { level: 'pro', productName: 'Demo Coding Pro' },
  spent: { level: 'pro', productName: 'Demo Coding Pro' },
  credit: { level: 'max', productName: 'Demo Coding Credits' },
  unusual: { level: 'lite', productName: 'Demo Coding Lite' },
};

function units({ template, used }: WindowFigures): {
  total_units: number;
  used_units: number;
  available_units: number;
} {
  return {
    total_units: template.allowance,
    used_units: used,
    available_units: Math.max(0, template.allowance - used),
  };
}

/** One element of `limits`. @see docs/service.md#2.7 */
function limit({ template, used, resetsAt }: WindowFigures): Record<string, unknown> {
  const amounts = {
    usage: template.allowance,
    currentValue: used,
    remaining: Math.max(0, template.allowance - used),
  };
  return {
    type: template.type,
    ...(template.span && { unit: template.span[0], number: template.span[1] }),
    ...(template.shows === 'amounts' && amounts),
    percentage: Math.round((used / template.allowance) * 1_000) / 10,
    nextResetTime: Math.round(resetsAt),
    ...(template.tools && { usageDetails: template.tools }),
  };
}

function subscriptions(persona: Persona, now: number): Record<string, unknown>[] {
  const plan = codingPlans[persona.plan];
  if (!plan) return [];
  const date = (days: number): string => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  return [
    {
      productName: plan.productName,
      status: 'VALID',
      valid: `${date(-41)} 04:00:24-${date(51)} 04:00:24`,
      billingCycle: 'quarterly',
      nextRenewTime: date(51),
      version: 'V2',
    },
  ];
}

/**
 * Billing is behind a firewall that turns away whatever is not a credential of the plan host. @see docs/service.md#7.3
 */
function billing(demo: Demo, host: string): Hono<DemoEnv> {
  const app = new Hono<DemoEnv>();
  const path = `${host}/api/v1/${demo.words.service}-plan/billing`;
  const personOf = async (headers: Headers): Promise<Persona | undefined> =>
    (await demo.credentials.holderOf('plan', bearerOf(headers)))?.persona;

  app.get(`${path}/current`, endpoint(demo, 'billing-current'), async ({ req }) => {
    const persona = await personOf(req.raw.headers);
    if (!persona) return firewallRefusal();
    if (!req.query('app_version')) return envelopedFailure(400, 400, 'The query parameter app_version is missing.');
    const [window] = persona.plan === 'entry' ? demo.usage.figuresOf(persona) : [];
    if (!window) return enveloped(0, { plans: [], balances: [] });
    const plan = {
      plan_id: 'start-plan',
      name: 'Start Plan',
      status: 'active',
      ...units(window),
      period_end: Math.floor(window.resetsAt / 1_000),
      capabilities: demoModels.map(({ id }) => `model:${id}`),
    };
    return enveloped(0, { plans: [plan], balances: [{ entitlement_id: window.template.type, ...units(window) }] });
  });

  app.get(`${path}/balance`, endpoint(demo, 'billing-balance'), async ({ req }) => {
    const persona = await personOf(req.raw.headers);
    if (!persona) return firewallRefusal();
    const windows = persona.plan === 'entry' ? demo.usage.figuresOf(persona) : [];
    return enveloped(0, {
      balances: windows.map((window) => ({ entitlement_id: window.template.type, ...units(window) })),
    });
  });

  return app;
}

export function planEndpoints(demo: Demo): Hono<DemoEnv> {
  const app = new Hono<DemoEnv>();
  // docs/service.md#4.6 puts billing on the base host and lets clients configure another: both answer.
  for (const host of [hosts.base, hosts.plan]) app.route('/', billing(demo, host));

  const personOf = async (headers: Headers, provider?: Provider): Promise<Persona | undefined> => {
    const holder = await demo.credentials.holderOf('business', bearerOf(headers));
    if (!holder || (provider && holder.provider !== provider)) return undefined;
    return holder.persona.trouble === 'token-expired' ? undefined : holder.persona;
  };
  const tokenRefused = (): Response => envelopedFailure(401, 401, 'The token is expired or invalid.');

  const listSubscriptions = async (headers: Headers, provider: Provider): Promise<Response> => {
    const persona = await personOf(headers, provider);
    if (!persona) return tokenRefused();
    if (persona.trouble === 'payment-required') {
      return envelopedFailure(402, 402, 'A payment is required before this plan can be used in your region.');
    }
    return enveloped(200, subscriptions(persona, demo.now()));
  };

  const subscriptionPath = '/api/biz/subscription/list';
  app.get(`${hosts.api}${subscriptionPath}`, endpoint(demo, 'subscription'), ({ req }) =>
    listSubscriptions(req.raw.headers, 'primary'),
  );
  app.get(`${hosts.altApi}${subscriptionPath}`, endpoint(demo, 'alt-subscription'), ({ req }) =>
    listSubscriptions(req.raw.headers, 'secondary'),
  );

  app.get(`${hosts.api}/api/monitor/usage/quota/limit`, endpoint(demo, 'quota'), async ({ req }) => {
    const persona = await personOf(req.raw.headers);
    if (!persona) return tokenRefused();
    const plan = codingPlans[persona.plan];
    // The interface shows this failure by its envelope; HTTP says that the question was answered.
    if (!plan) return envelopedFailure(200, 500, 'The current user has no coding plan.');
    return enveloped(200, { level: plan.level, limits: demo.usage.figuresOf(persona).map(limit) });
  });

  return app;
}
