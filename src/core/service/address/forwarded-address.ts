// Knows which addresses VS Code forwards from the machine of the extension host to the person's, and what such an address
// becomes there; not how a port is forwarded.

/** As VS Code tells them: by these names, with a port. */
const forwardedHost = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d+$/u;

/** Whether VS Code would forward the address before it opens it, and so may open it at another. */
export function isForwarded(address: string): boolean {
  const { protocol, host } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && forwardedHost.test(host);
}

/**
 * The same address where the person's browser reaches it; null where VS Code, given that one, would forward it once more to
 * another port, and so open what nobody was shown.
 *
 * @param base what VS Code gives for the address's origin.
 */
export function forwardedAddress(address: string, base: string): string | null {
  const [url, reached] = [new URL(address), new URL(base)];
  if (isForwarded(base) && reached.port !== url.port) return null;
  const tail = address.slice(/^[^:/?#]+:\/\/[^/?#]*/u.exec(address)?.[0].length ?? 0);
  return reached.origin + reached.pathname.replace(/\/$/u, '') + tail;
}
