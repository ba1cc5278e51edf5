// How much of a text is formatted at a time. What goes beyond is shown as plain text, all of it: no answer, however it
// is made, may block the page for longer than a glance, nor lose a word.

/** Characters of one paragraph, heading or cell that are read for emphasis, links and the like. */
export const longestInline = 8 * 1024;
/** Pieces that one paragraph, heading or cell may fall into: words in bold are three, a link is three. */
export const mostInlinePieces = 1_000;
/** Characters that may be searched in vain for the end of a link's words, in one paragraph, heading or cell. */
export const longestLinkSearch = 512 * 1024;
/** How deep elements of a line may be nested. */
export const deepestInline = 50;
/** How deep blocks may be nested; a list takes two levels. The reader itself would drop what goes beyond 100. */
export const deepestBlock = 96;
export const mostColumns = 30;
/** Items of a list that are drawn as one. */
export const mostItems = 150;
/** Cells of a table: the browser sets all of them anew for every row that is added. */
export const mostCells = 1_000;
/** A list or table of fewer lines has never as many items or cells. */
export const fewestLinesOfFull = Math.min(mostItems, Math.floor(mostCells / mostColumns));
/**
 * Characters of a list or table that are drawn as one: a blank line or a definition that comes late has them drawn
 * again.
 */
export const longestContainer = 32 * 1024;
/** At every multiple of so many characters, a block that has not ended is looked at: whether it may go on. */
export const blockStep = 4 * 1024;
/** Characters of one block that are formatted. */
export const longestBlock = 8 * blockStep;
/** Parts that the block may have by then. */
export const mostBlockParts = 1_000;
/** Elements of an answer. The browser goes through much of what is in the page whenever something is added. */
export const mostElements = 10_000;
/** Marks on one letter, which the browser shapes as one, in a time that grows with the square of their number. */
export const mostMarks = 512;
/** Characters of plain text that the browser lays out as one, and of a line of code. */
export const pieceLength = 4 * 1024;
