// The names of the demo's endpoints, and the path prefixes of its hosts.

/**
 * One port serves every host of the service. Each host has a prefix of its own, so that a request sent to the wrong
 * host finds nothing there, as it would with real host names.
 */
export const hosts = {
  auth: '/auth',
  base: '/base',
  api: '/api',
  altAuth: '/alt-auth',
  altApi: '/alt-api',
  plan: '/plan',
  planMessages: '/plan-messages',
  control: '/control',
} as const;

/** The two identity providers of the interface. @see docs/service.md#1 */
export const providers = ['primary', 'secondary'] as const;
export type Provider = (typeof providers)[number];

/** The application ids that the two authorize pages know. */
export const applicationIds: Readonly<Record<Provider, string>> = {
  primary: 'tidemark-demo',
  secondary: 'tidemark-demo-alt',
};

/** What requests are counted by, and what faults are switched on for. */
export const endpointNames = [
  'authorize',
  'alt-authorize',
  'token',
  'login',
  'user-info',
  'alt-user-info',
  'guest',
  'configuration',
  'billing-current',
  'billing-balance',
  'subscription',
  'alt-subscription',
  'quota',
  'messages',
  'alt-messages',
  'plan-messages',
] as const;
export type EndpointName = (typeof endpointNames)[number];

/** The words in place of `svc` and `compat` in headers and paths. */
export interface Words {
  readonly service: string;
  readonly compat: string;
}

/** What the node server offers an endpoint beyond a Request: a way to end the connection under the answer. */
export interface DemoBindings {
  /** Ends the connection once what was written has left; nothing more is sent. */
  readonly hangUp: () => void;
}

export interface DemoEnv {
  Bindings: DemoBindings;
}
