// What a page may load and run: our own files and nothing else. With no Trusted Types policy allowed, no text can reach
// the HTML parser at all, and with no source for images no image element can load one: what a person attaches is drawn
// on a canvas from bytes, which needs no permission.

/**
 * The content security policy of the page. A script runs by its nonce alone, which it hands on to what it imports. Who
 * may frame the page is not said here: a policy in a document cannot say it, and the frames around the page are VS
 * Code's own.
 *
 * @param source where our own style sheets and fonts come from, as a CSP source expression.
 * @see https://www.w3.org/TR/CSP3/ and https://www.w3.org/TR/trusted-types/
 */
export function pagePolicy(source: string, nonce: string): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
}
