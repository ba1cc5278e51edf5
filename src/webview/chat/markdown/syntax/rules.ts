// What markdown-it's rules are called with; it names the states and not the rules.
import type { StateBlock, StateCore, StateInline } from 'markdown-it';

export type CoreRule = (state: StateCore) => void;
/** Whether the block from `start` on is the rule's own; where `isSilent`, only that is asked. */
export type BlockRule = (state: StateBlock, start: number, end: number, isSilent: boolean) => boolean;
export type InlineRule = (state: StateInline, isSilent: boolean) => boolean;
