// The people of the demo: who they are, what plan they have and what goes wrong for them.

/** The one SMS code that the demo ever "sends". */
export const smsCode = '246810';

/** What a person pays for. The windows of each coding plan are in usage.ts. */
export type PersonaPlan = 'pro' | 'spent' | 'credit' | 'unusual' | 'entry' | 'none';

/** What the service does to a person beyond their plan. */
type PersonaTrouble = 'nothing' | 'token-expired' | 'messages-forbidden' | 'payment-required' | 'provider-inactive';

export interface Persona {
  /** The name used by the description, the README and the control endpoint. */
  readonly id: PersonaId;
  /** Digits with a leading plus sign, of a range that is reserved for fiction. */
  readonly phone: string;
  readonly name: string;
  /** What a person reads on the sign-in page to choose by. */
  readonly summary: string;
  readonly plan: PersonaPlan;
  readonly trouble: PersonaTrouble;
  /** `user_id` of the business token. */
  readonly number: number;
  /** `data.user.id` of the exchange and `sub` of the user info (UUID). */
  readonly userId: string;
  /** `user_key` of the business token (UUID). */
  readonly userKey: string;
}

type PersonaId =
  | 'subscriber'
  | 'entry-plan'
  | 'no-plan'
  | 'exhausted'
  | 'expired-token'
  | 'forbidden'
  | 'payment-required'
  | 'inactive-provider'
  | 'credit-plan'
  | 'unknown-windows';

function person(
  place: number,
  id: PersonaId,
  name: string,
  summary: string,
  plan: PersonaPlan,
  trouble: PersonaTrouble = 'nothing',
): Persona {
  const digits = place.toString().padStart(2, '0');
  return {
    id,
    phone: `+120255501${digits}`,
    name,
    summary,
    plan,
    trouble,
    number: 7_310_000 + place,
    userId: `5f0e7c1a-3b52-4d8e-9a41-0000000001${digits}`,
    userKey: `c28d94b6-71fa-4e03-8b6d-0000000001${digits}`,
  };
}

/** Everyone who can sign in, in the order in which the sign-in page lists them. */
export const personas: readonly Persona[] = [
  person(1, 'subscriber', 'Ada Brook', 'Coding plan Pro, with quota left', 'pro'),
  person(2, 'entry-plan', 'Ben Shaw', 'Entry plan only', 'entry'),
  person(3, 'no-plan', 'Cleo Marsh', 'No plan at all', 'none'),
  person(4, 'exhausted', 'Dara Flint', 'Coding plan Pro, quota used up', 'spent'),
  person(5, 'expired-token', 'Eli Stone', 'Signs in, then every token is refused (401)', 'pro', 'token-expired'),
  person(6, 'forbidden', 'Fay Rivers', 'Coding plan, but messages are forbidden (403)', 'pro', 'messages-forbidden'),
  person(7, 'payment-required', 'Gil Harbor', 'The plan asks for a payment first (402)', 'none', 'payment-required'),
  person(
    8,
    'inactive-provider',
    'Hana Cove',
    'The provider is not active for this person',
    'none',
    'provider-inactive',
  ),
  person(9, 'credit-plan', 'Ivo Dunes', 'Coding plan counted in credits', 'credit'),
  person(10, 'unknown-windows', 'Juno Reef', 'Coding plan with limits of unknown kinds', 'unusual'),
];

/** Finds a person by what was typed: spaces, dashes, brackets and the country code may be there or not. */
export function personaByPhone(typed: string): Persona | undefined {
  const digits = typed.replace(/\D/g, '').slice(-10);
  return digits.length < 10 ? undefined : personas.find(({ phone }) => phone.endsWith(digits));
}

/** The phone number as people write it: `+1 202 555 0101`. */
export function spokenPhone(phone: string): string {
  return phone.replace(/^(\+1)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4');
}
