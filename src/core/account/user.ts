// The user-info record, and the label of an account.
import * as z from 'zod/mini';
import { type Connection, getJson } from '../service/http/connection.ts';
import { ServiceError } from '../service/failure/errors.ts';
import type { ProviderId } from '../service/profile/profile.ts';
import type { Secret } from '../service/credentials/secret.ts';

const optionalText = z.catch(z.optional(z.string()), undefined);

/**
 * Everything but `sub` may be missing or empty; `picture` is left out, since it is never fetched (docs/decisions.md#8).
 */
export const userInfoSchema = z.object({
  sub: z.string().check(z.minLength(1)),
  name: optionalText,
  email: optionalText,
  phone_num: optionalText,
});
export type UserInfo = z.infer<typeof userInfoSchema>;

/**
 * Throws ServiceError. The answer is not enveloped. @see docs/service.md#2.5, docs/service.md#4.2 and
 * docs/service.md#4.4
 */
export async function fetchUserInfo(
  connection: Connection,
  provider: ProviderId,
  accessToken: Secret,
  signal: AbortSignal | null,
): Promise<UserInfo> {
  const { audience, profile } = connection;
  const { authUrl, baseUrl } = profile;
  const host = provider === 'primary' ? authUrl : baseUrl;
  const answer = await getJson(
    connection,
    `${host}/api/oauth/userinfo`,
    { kind: 'bearer', token: accessToken, audience },
    signal,
  );
  if (answer.failure !== null) throw new ServiceError(answer.failure);
  const parsed = userInfoSchema.safeParse(answer.body);
  if (!parsed.success) throw new ServiceError({ kind: 'unexpectedAnswer', what: 'schema' });
  return parsed.data;
}

/** What people are called side by side: whoever shares a name is told apart by their email, phone number or `sub`. */
export function accountLabels(users: readonly UserInfo[]): readonly string[] {
  const labels = users.map(accountLabel);
  return users.map((user, index) => {
    const label = labels[index] ?? '';
    const isShared = labels.some((other, place) => place !== index && other === label);
    if (!isShared) return label;
    const { sub, email, phone_num } = user;
    const apart = [{ sub, email, phone_num }, { sub, phone_num }, { sub }]
      .map(accountLabel)
      .find((other) => other !== label);
    return `${label} (${apart ?? sub})`;
  });
}

/** Name, else email, else the phone number's last four digits, else the first eight characters of `sub`. */
export function accountLabel(user: UserInfo): string {
  const [name, email, phone] = [user.name, user.email, user.phone_num].map((text) => text?.trim() ?? '');
  if (name) return name;
  if (email) return email;
  if (phone) return `…${phone.slice(-4)}`;
  return user.sub.slice(0, 8);
}
