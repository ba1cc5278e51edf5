// What happens at every endpoint before and after it answers: it is counted, and a fault that was switched on for it
// replaces or spoils the answer.
import type { MiddlewareHandler } from 'hono';
import type { Demo } from '../state/demo.ts';
import type { DemoEnv, EndpointName } from '../wire/endpoints.ts';
import { faultAnswer } from '../faults/fault-answers.ts';
import { spoiledBody, spoiledStream } from '../faults/fault-bodies.ts';

/** Every route of an endpoint starts with this. */
export function endpoint({ traffic, faults, now }: Demo, name: EndpointName): MiddlewareHandler<DemoEnv> {
  return async (c, next) => {
    traffic.record(name, c.req.raw);
    const fault = faults.take(name);
    if (!fault) return next();
    switch (fault.kind) {
      case 'cut-mid-body':
      case 'stall-mid-body':
      case 'slow-drip':
      case 'wrong-content-type':
      case 'truncated-json':
      case 'gzip':
      case 'oversized-line': {
        await next();
        const spoiled = await spoiledBody(fault, c.res, c.env);
        // An answer that is set over another inherits its headers, which would bring back what the fault took away.
        c.res = undefined;
        c.res = spoiled;
        return;
      }
      case 'overload-mid-stream':
      case 'no-message-stop':
      case 'balance-mid-stream':
      case 'no-words':
      case 'refusal-mid-stream':
      case 'unknown-events':
      case 'invalid-event-json': {
        await next();
        const spoiled = spoiledStream(fault, c.res);
        c.res = undefined;
        c.res = spoiled;
        return;
      }
      default:
        return faultAnswer(fault, { endpoint: name, request: c.req.raw, wire: c.env, now: now() });
    }
  };
}
