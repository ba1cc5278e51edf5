// The part of oidc-provider that the tests use; the package brings no types of its own.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ readonly params: Readonly<Record<string, unknown>> }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>;
    on(event: 'grant.error', listener: (context: unknown, error: { readonly error_detail?: string }) => void): this;
    readonly AccessToken: { find(token: string): Promise<{ readonly accountId: string } | undefined> };
    readonly Grant: new (properties: {
      readonly accountId: string;
      readonly clientId: string;
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  /** Keeps what is stored so many seconds longer than it is valid. */
  export function createMemoryAdapter(secondsLonger: number): (model: string) => unknown;
}
