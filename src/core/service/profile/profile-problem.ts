// What can be wrong with a field of a service profile, as a closed union.
import type * as z from 'zod/mini';
import type { TextPlace } from '../json-place.ts';

export type ProfileFault =
  /** Not JSON from this place on; null for what is nested too deep to be read. */
  | { readonly kind: 'notJson'; readonly place: TextPlace | null }
  | { readonly kind: 'missing' }
  /** Of another JSON type than this one. */
  | { readonly kind: 'wrongType'; readonly expected: 'text' | 'number' | 'wholeNumber' | 'yesOrNo' | 'list' | 'object' }
  | { readonly kind: 'notOneOf'; readonly choices: readonly string[] }
  /** An empty text or list. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'notPositive' }
  | { readonly kind: 'tooLong' }
  /** Neither https nor http on this machine, or with something behind its path. */
  | { readonly kind: 'unsafeAddress' }
  /** An address with a port that no web request may use. */
  | { readonly kind: 'blockedPort' }
  /** Of a link: not https. */
  | { readonly kind: 'notHttps' }
  /** Of a link: a value that cannot be shown to the letter, or takes more room than a dialog has. */
  | { readonly kind: 'notShowable' }
  /** A link without a whole profile in it, or with one of more than 8 KB. */
  | { readonly kind: 'brokenLink' }
  /** Not a short word of letters and digits. */
  | { readonly kind: 'unusableWord' }
  /** Authorize parameters without a place for the state or the redirect URI. */
  | { readonly kind: 'placesMissing' };

/** What the check of a port says of itself in its finding. */
export const blockedPort = { kind: 'blockedPort' } as const;

export interface ProfileProblem {
  /** A dotted path into the document; empty for the document itself. */
  readonly where: string;
  readonly fault: ProfileFault;
}

/** What a schema's finding means for the person who wrote the document. The finding must carry its input. */
export function problemOf(issue: z.core.$ZodIssue): ProfileProblem {
  return { where: issue.path.map(String).join('.'), fault: faultOf(issue) };
}

function faultOf(issue: z.core.$ZodIssue): ProfileFault {
  if (issue.input === undefined) return { kind: 'missing' };
  switch (issue.code) {
    case 'invalid_type':
      return { kind: 'wrongType', expected: expectedType(issue.expected) };
    case 'invalid_value':
      return { kind: 'notOneOf', choices: issue.values.map(String) };
    case 'too_small':
      return { kind: issue.origin === 'string' || issue.origin === 'array' ? 'empty' : 'notPositive' };
    case 'too_big':
      return { kind: 'tooLong' };
    case 'invalid_format':
      return { kind: 'unusableWord' };
    case 'invalid_key':
      return { kind: 'empty' };
    default:
      if (issue.code === 'custom' && issue.params === blockedPort) return blockedPort;
      return { kind: typeof issue.input === 'string' ? 'unsafeAddress' : 'placesMissing' };
  }
}

function expectedType(expected: string): (ProfileFault & { kind: 'wrongType' })['expected'] {
  switch (expected) {
    case 'string':
      return 'text';
    case 'int':
      return 'wholeNumber';
    case 'number':
      return 'number';
    case 'boolean':
      return 'yesOrNo';
    case 'array':
      return 'list';
    default:
      return 'object';
  }
}
