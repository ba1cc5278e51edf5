// User info, guest session and client configuration (docs/service.md#4.4, docs/service.md#4.5 and docs/service.md#4.8).
import { Hono } from 'hono';
import type { Demo } from '../state/demo.ts';
import { endpoint } from './endpoint.ts';
import { type DemoEnv, hosts, type Provider } from '../wire/endpoints.ts';
import { demoModels } from '../accounts/models.ts';
import type { Persona } from '../accounts/personas.ts';
import { bearerOf, enveloped } from '../wire/wire.ts';

/** @see docs/service.md#2.5 */
function userInfo(persona: Persona): Response {
  const [firstName = ''] = persona.name.toLowerCase().split(' ');
  return Response.json({
    sub: persona.userId,
    phone_num: persona.phone,
    phone_country_code: '+1',
    phone_national: persona.phone.slice(2),
    name: persona.name,
    email: `${firstName}@demo.example`,
    picture: `/pictures/${persona.id}.png`,
    profile: null,
  });
}

export function userEndpoints(demo: Demo): Hono<DemoEnv> {
  const app = new Hono<DemoEnv>();

  const answerUserInfo = async (headers: Headers, provider: Provider): Promise<Response> => {
    const holder = await demo.credentials.holderOf('access', bearerOf(headers));
    if (holder?.provider === provider) return userInfo(holder.persona);
    return Response.json(
      { error: 'invalid_token', error_description: 'The access token is missing, expired or invalid.' },
      { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    );
  };

  app.get(`${hosts.auth}/api/oauth/userinfo`, endpoint(demo, 'user-info'), ({ req }) =>
    answerUserInfo(req.raw.headers, 'primary'),
  );
  app.get(`${hosts.base}/api/oauth/userinfo`, endpoint(demo, 'alt-user-info'), ({ req }) =>
    answerUserInfo(req.raw.headers, 'secondary'),
  );

  app.get(`${hosts.auth}/api/v1/auths/`, endpoint(demo, 'guest'), () =>
    Response.json({ id: 'guest', role: 'guest', name: 'Guest', email: '', profile_image_url: '', permissions: {} }),
  );

  app.get(`${hosts.base}/api/v1/client/configs`, endpoint(demo, 'configuration'), () =>
    enveloped(0, {
      minimum_version: '0.1.0',
      notice: '',
      models: demoModels.map(({ id, name }) => ({ id, name })),
      features: { entry_plan: true, coding_plan: true },
    }),
  );

  return app;
}
