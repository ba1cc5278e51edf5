// Knows how words of the service are shown so that nothing in them comes alive (decisions on untrusted words); not which
// words those are.

/**
 * For a status bar text, a quick pick or a message: `$(…)` would be drawn as an icon.
 */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}

/** For markdown: every mark is escaped, so that there is no link, address, emphasis, tag, icon or new line left in it. */
export function inertMarkdown(text: string): string {
  const oneLine = withoutIcons(text).replaceAll(/\s+/gu, ' ').trim();
  return oneLine.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
