import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Rule } from 'eslint';

/** Every object that a page has by name, as TypeScript declares them. */
function domNames(): ReadonlySet<string> {
  const library = createRequire(import.meta.url).resolve('typescript/lib/lib.dom.d.ts');
  const declared = readFileSync(library, 'utf8').matchAll(/^declare var (\w+): \{/gm);
  return new Set(Array.from(declared, ([, name = '']) => name));
}

const taken = domNames();

/** Whoever reads `MessageEvent` or `History` is to know, without looking it up, that it is the browser's. */
export const ownNames: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: { taken: '{{name}} is an object of every page: another name says what this is.' },
  },
  create(context) {
    const check = (node: Rule.Node): void => {
      if (!('id' in node) || node.id?.type !== 'Identifier' || !taken.has(node.id.name)) return;
      context.report({ node, messageId: 'taken', data: { name: node.id.name } });
    };
    return {
      ClassDeclaration: check,
      TSInterfaceDeclaration: check,
      TSTypeAliasDeclaration: check,
      TSEnumDeclaration: check,
    };
  },
};
