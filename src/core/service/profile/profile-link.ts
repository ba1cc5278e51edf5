// A profile inside one link, `…/connect?profile=…`, which any page can hold and open: the base64url of its JSON, never
// an address to fetch it from.
// @see docs/decisions.md#30
import { type ParsedProfile, parseProfileText, addressesByRole } from './profile.ts';
import type { ProfileProblem } from './profile-problem.ts';

/** Bytes of JSON. */
const largest = 8 * 1024;
const parameter = 'profile';

/** @param query of the link, without its question mark */
export function parseProfileLink(query: string): ParsedProfile {
  const text = profileTextIn(query);
  if (text === null) return invalid([{ where: '', fault: { kind: 'brokenLink' } }]);
  const parsed = parseProfileText(text);
  if (parsed.kind === 'invalid') return parsed;
  const problems = addressesByRole(parsed.profile)
    .filter(({ address }) => !address.startsWith('https://'))
    .map(({ role }): ProfileProblem => ({ where: role, fault: { kind: 'notHttps' } }));
  return problems.length > 0 ? invalid(problems) : parsed;
}

/** The query of such a link where a text is one, of any editor that shares the extension's id; else null. */
export function profileLinkIn(text: string): string | null {
  const link = /^\s*[a-z][a-z0-9+.-]*:\/\/tidemark\.tidemark\/connect\?(\S*)\s*$/i.exec(text);
  return link?.[1] ?? null;
}

/** Null where there is not exactly one, or it is no text in base64url, or too long. */
function profileTextIn(query: string): string | null {
  const [encoded, ...others] = new URLSearchParams(query).getAll(parameter);
  if (encoded === undefined || others.length > 0) return null;
  if (encoded.length > Math.ceil((largest * 4) / 3) || !/^[\w-]+$/.test(encoded)) return null;
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function invalid(problems: readonly ProfileProblem[]): ParsedProfile {
  return { kind: 'invalid', problems };
}
