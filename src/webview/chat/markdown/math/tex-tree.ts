// What a formula's TeX is read as, by Temml: a tree of MathML that no document has seen. It never reaches the HTML
// parser, and nothing of it is taken over unread.
import temml from 'temml';
import * as z from 'zod/mini';

/** Macros that a formula may expand; those of a definition of its own would grow with its square or worse. */
const mostExpansions = 500;
const defines =
  /\\(?:[gex]?def|let|futurelet|global|long|(?:re)?new(?:command|environment)|providecommand)(?![A-Za-z])/u;
/** What stands behind it TeX would drop. */
const comment = /(?<!\\)%/u;

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

/** Null for TeX that is broken, that defines macros of its own, or that would hide a part of itself. */
export function treeOf(tex: string, isDisplay: boolean): unknown {
  if (defines.test(tex) || comment.test(tex)) return null;
  try {
    return temml.__renderToMathMLTree(tex, {
      displayMode: isDisplay,
      throwOnError: true,
      maxExpand: mostExpansions,
      wrap: isDisplay ? 'none' : 'tex',
    });
  } catch {
    // Temml throws errors of its own for what it knows to be wrong, and any other for what it does not.
    return null;
  }
}
