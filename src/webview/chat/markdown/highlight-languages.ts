// Knows the languages that code is coloured in, and turns code into nested spans. It is a chunk of its own, loaded with
// the first code block. highlight.js gives HTML text, which is read here into elements one by one: nothing in the page
// ever hands text to the browser's own HTML parser.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const grammars = {
  bash, c, cpp, csharp, css, diff, dockerfile, go, ini, java, javascript, json, kotlin, lua, makefile, markdown, php,
  powershell, python, ruby, rust, scss, shell, sql, swift, typescript, xml, yaml,
};
for (const [name, grammar] of Object.entries(grammars)) hljs.registerLanguage(name, grammar);

const entities: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
]);

/** All that highlight.js ever writes: spans with a class, and text in which five characters are escaped. */
const piece = /<span class="([^"]*)">|<\/span>|[^<]+/gu;

/** The code as coloured spans; null where the language is unknown or colouring would change a single character. */
export function spansOf(code: string, language: string): DocumentFragment | null {
  if (hljs.getLanguage(language) === undefined) return null;
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  const root = document.createDocumentFragment();
  const open: (DocumentFragment | Element)[] = [root];
  for (const [text, className] of value.matchAll(piece)) {
    const into = open.at(-1) ?? root;
    if (className !== undefined) {
      const span = document.createElement('span');
      span.className = className;
      into.append(span);
      open.push(span);
    } else if (text === '</span>') {
      open.pop();
    } else {
      into.append(text.replaceAll(/&[#\w]+;/gu, (entity) => entities.get(entity) ?? entity));
    }
  }
  return root.textContent === code ? root : null;
}
