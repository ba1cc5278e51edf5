// What a client must know to use a running demo: addresses, ids, words, people.
import type { Demo } from './state/demo.ts';
import { applicationIds, hosts, type Words } from './wire/endpoints.ts';
import { type DemoModel, demoModels } from './accounts/models.ts';
import { type Persona, personas, smsCode } from './accounts/personas.ts';
import { exchangeCodes } from './endpoints/token-endpoints.ts';
import { withoutSlashesAtEnd } from '../core/service/trimming.ts';

/** The JSON that the command line prints; every address is without a slash at its end. */
export interface DemoDescription {
  readonly name: string;
  readonly authUrl: string;
  readonly baseUrl: string;
  readonly apiUrl: string;
  readonly altAuthUrl: string;
  readonly altApiUrl: string;
  readonly planUrl: string;
  readonly planMessagesUrl: string;
  readonly controlUrl: string;
  readonly clientId: string;
  readonly altAppId: string;
  readonly words: Words;
  readonly apiKey: string;
  readonly people: readonly { readonly phone: string; readonly persona: Persona['id'] }[];
  readonly smsCode: string;
  readonly controlToken: string;
  readonly models: readonly DemoModel[];
  /** Envelope codes that stand for a reason which the wire has no other sign for. */
  readonly refusals: { readonly providerInactive: readonly string[] };
}

/** @param base the address under which the demo's port is reached; it may have a path */
export function describeDemo({ words, apiKey, controlToken }: Demo, base: string): DemoDescription {
  const root = withoutSlashesAtEnd(base);
  return {
    name: 'Demo service',
    authUrl: root + hosts.auth,
    baseUrl: root + hosts.base,
    apiUrl: root + hosts.api,
    altAuthUrl: root + hosts.altAuth,
    altApiUrl: root + hosts.altApi,
    planUrl: root + hosts.plan,
    planMessagesUrl: root + hosts.planMessages,
    controlUrl: root + hosts.control,
    clientId: applicationIds.primary,
    altAppId: applicationIds.secondary,
    words,
    apiKey,
    people: personas.map(({ phone, id }) => ({ phone, persona: id })),
    smsCode,
    controlToken,
    models: demoModels,
    refusals: { providerInactive: [String(exchangeCodes.inactive)] },
  };
}
