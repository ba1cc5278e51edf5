// What a formula's TeX is read as, by Temml: a tree of MathML that no document has seen. It never reaches the HTML
// parser, and nothing of it is taken over unread.
import temml from 'temml';
import * as z from 'zod/mini';
import { chemistry } from '../syntax/formulas.ts';
import { isShownWhole } from './shown-whole.ts';

/** Macros that a formula may expand; those of a definition of its own would grow with its square or worse. */
const mostExpansions = 500;
const defines =
  /\\(?:[gex]?def|let|futurelet|global|long|(?:re)?new(?:command|environment)|providecommand)(?![A-Za-z])/u;
/** What stands behind it TeX would drop. */
const comment = /(?<!\\)(?:\\\\)*%/u;
/** They take what follows them without drawing it, or draw one of several things. */
const hides = /\\(?:[A-Za-z]*@|(?:TextOrMath|label|ref|eqref|mathchoice)(?![A-Za-z]))/u;
/** An environment in any but its plain form, or with a number of columns of its own that has more than one digit. */
const unbounded = /\\begin(?!\{alignat\*?\}\{\d\}|\{alignedat\}\{\d\}|\{(?!align(?:ed)?at)[A-Za-z]+\*?\})/u;
/** Temml reads these in a time that grows with the square of their length or worse. */
const longestChemistry = 200;

const nodeSchema = z.object({
  type: z.optional(z.string()),
  text: z.optional(z.string()),
  attributes: z.optional(z.record(z.string(), z.unknown())),
  style: z.optional(z.record(z.string(), z.unknown())),
  classes: z.optional(z.array(z.string())),
  children: z.optional(z.array(z.unknown())),
});
export type TexNode = z.infer<typeof nodeSchema>;

export function readTexNode(node: unknown): TexNode | null {
  return nodeSchema.safeParse(node).data ?? null;
}

/**
 * Null for TeX that is broken, that defines macros of its own, that takes long, or that would hide a part of itself.
 */
export function treeOf(tex: string, isDisplay: boolean): unknown {
  if (!mayBeRead(tex)) return null;
  try {
    const tree: unknown = temml.__renderToMathMLTree(tex, {
      displayMode: isDisplay,
      throwOnError: true,
      maxExpand: mostExpansions,
      wrap: isDisplay ? 'none' : 'tex',
    });
    return isShownWhole(tex, textOf(tree), chemistry.test(tex)) ? tree : null;
  } catch {
    // Temml throws errors of its own for what it knows to be wrong, and any other for what it does not.
    return null;
  }
}

function mayBeRead(tex: string): boolean {
  if (chemistry.test(tex) && tex.length > longestChemistry) return false;
  return ![defines, comment, hides, unbounded].some((refused) => refused.test(tex));
}

/** All text of a tree, in no order. */
export function textOf(tree: unknown): string {
  const texts: string[] = [];
  const waiting = [tree];
  for (let node = readTexNode(waiting.pop()); node !== null; node = readTexNode(waiting.pop())) {
    if (node.text !== undefined) texts.push(node.text);
    waiting.push(...(node.children ?? []));
  }
  return texts.join(' ');
}
