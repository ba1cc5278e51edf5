// What VS Code 1.139 makes of a text that an extension hands it. A journey compares it with the program that it runs.

/** `vs/base/common/linkedText.ts`: notifications, their progress, and the sentence under an input box. */
export const linkedTextSource = String.raw`\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^\)\s]+)(?: (["'])(.+?)(\3))?\)`;
export const linkedText = new RegExp(linkedTextSource, 'gi');

/**
 * `vs/base/common/codicons` and `iconLabels.ts`: status bar, quick picks, the sentence under an input box, tabs, menus,
 * hovers.
 */
export const iconNameSource = '[A-Za-z0-9-]+';
export const iconModifierSource = '~[A-Za-z]+';
export const labelIcon = new RegExp(String.raw`(\\)?\$\((${iconNameSource}(?:${iconModifierSource})?)\)`, 'g');
