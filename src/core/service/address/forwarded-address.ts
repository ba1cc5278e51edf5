// Which addresses VS Code forwards from the machine of the extension host to the person's, and what such an address
// becomes there.

/** As VS Code tells them: by these names, with a port. */
const forwardedHost = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d+$/u;

/** Whether VS Code would forward the address before it opens it, and so may open it at another. */
export function isForwarded(address: string): boolean {
  const { protocol, host } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && forwardedHost.test(host);
}

/**
 * Whether a port that something listens on is the same port on the person's machine, where a browser looks for it.
 *
 * @param base what VS Code gives for the address's origin.
 */
export function keepsPort(address: string, base: string): boolean {
  const { protocol, port } = new URL(base);
  return protocol === 'http:' && isForwarded(base) && port === new URL(address).port;
}

/**
 * The same address where the person's browser reaches it; null where VS Code, given that one, would forward it once
 * more to another port, and so open what nobody was shown.
 *
 * @param base what VS Code gives for the address's origin.
 */
export function forwardedAddress(address: string, base: string): string | null {
  const url = new URL(address);
  const reached = new URL(base);
  if (isForwarded(base) && reached.port !== url.port) return null;
  const tail = address.slice(/^[^:/?#]+:\/\/[^/?#]*/u.exec(address)?.[0].length ?? 0);
  return reached.origin + reached.pathname.replace(/\/$/u, '') + tail;
}
