// Emphasis in Chinese, Japanese and Korean, which put no spaces between words: there a mark may open and close although
// punctuation touches it, as in **注意：**请, where CommonMark asks for a space.
import type { MarkdownIt } from 'markdown-it';

type InlineState = InstanceType<MarkdownIt['inline']['State']>;

const ofCjk =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hangul}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Bopomofo}\u{fe30}-\u{fe4f}\u{ff01}-\u{ffee}]/u;

/** Makes a parser read it. */
export function readCjkEmphasis({ inline }: MarkdownIt): void {
  inline.State = class extends inline.State {
    override scanDelims(start: number, canSplitWord: boolean): ReturnType<InlineState['scanDelims']> {
      const scanned = super.scanDelims(start, canSplitWord);
      const end = start + scanned.length;
      const before = characterBefore(this.src, start);
      const behind = end < this.posMax ? String.fromCodePoint(this.src.codePointAt(end) ?? 0) : '';
      const isTouched = before.trim() !== '' && behind.trim() !== '' && (ofCjk.test(before) || ofCjk.test(behind));
      // An underscore may stand within a word.
      return isTouched && canSplitWord ? { ...scanned, can_open: true, can_close: true } : scanned;
    }
  };
}

/** Empty at the beginning. */
function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return text.slice(unit >= 0xdc00 && unit <= 0xdfff ? Math.max(0, at - 2) : Math.max(0, at - 1), at);
}
