// Stands in for the person's browser in a sign-in: follows redirects with cookies, and stops where it is sent to
// another place than it came from. It draws nothing and presses nothing.
export type Arrival =
  /** The browser was sent to another origin or scheme, which it has not asked yet. */
  | { readonly kind: 'sentAway'; readonly url: URL }
  /** A page was shown. */
  | { readonly kind: 'page'; readonly status: number };

const mostRedirects = 10;

export async function followRedirects(address: string): Promise<Arrival> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let redirects = 0; redirects < mostRedirects; redirects += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    await answer.body?.cancel();
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) return { kind: 'page', status: answer.status };
    url = new URL(location, url);
    if (url.origin !== origin) return { kind: 'sentAway', url };
  }
  throw new Error('The browser was sent in a circle.');
}
