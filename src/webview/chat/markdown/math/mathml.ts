// The elements of a formula, created one by one from closed lists. The policy of the page forbids inline style, so what
// Temml would style gets classes; no length is taken over that could draw outside of the formula, no colour, and
// nothing that hides a part of it.
import { mayHide } from '../../../../protocol/chat.ts';
import { readTexNode, treeOf, type TexNode } from './tex-tree.ts';
import { elementsOfFormula, formulaOf } from '../syntax/formulas.ts';

const namespace = 'http://www.w3.org/1998/Math/MathML';
/** Deeper ones take the browser long to lay out, which measures inner boxes anew on every level. */
const deepest = 40;

const elements: ReadonlySet<string> = new Set([
  ...['math', 'mrow', 'mi', 'mn', 'mo', 'mtext', 'mspace', 'mfrac', 'msqrt', 'mroot', 'mstyle', 'mpadded', 'menclose'],
  ...['msub', 'msup', 'msubsup', 'mover', 'munder', 'munderover', 'mmultiscripts', 'mprescripts', 'none'],
  ...['mtable', 'mtr', 'mtd'],
]);

const truth = /^(?:true|false)$/u;
const smallLength = /^(?:0|\d?(?:\.\d{1,4})?em)$/u;
const attributes: ReadonlyMap<string, RegExp> = new Map([
  ...['accent', 'accentunder', 'displaystyle', 'fence', 'largeop', 'movablelimits', 'separator'].map(isTruth),
  ...['stretchy', 'symmetric'].map(isTruth),
  ['display', /^block$/u],
  ['form', /^(?:prefix|infix|postfix)$/u],
  ['linethickness', /^(?:0|0?\.\d{1,4})(?:em|px|pt)?$/u],
  ['mathvariant', /^normal$/u],
  ['scriptlevel', /^[+-]?[0-3]$/u],
  ...['lspace', 'rspace', 'minsize', 'maxsize', 'width'].map((name): [string, RegExp] => [name, smallLength]),
]);

function isTruth(name: string): [string, RegExp] {
  return [name, truth];
}

/** What formula.css knows of Temml's own classes. */
const classes: ReadonlySet<string> = new Set([
  ...['tml-left', 'tml-right', 'tml-jot', 'tml-small', 'tml-overline', 'tml-underline', 'tml-fbox'],
  ...['tml-cancel', 'upstrike', 'downstrike', 'sout', 'tml-xcancel'],
  ...['tml-tilde-2', 'tml-tilde-3', 'tml-tilde-4', 'tml-hat-1', 'tml-hat-2', 'tml-hat-3', 'tml-hat-4'],
]);

/** What a style of Temml's becomes; another changes the looks only a little, and is left out. */
const classesOfStyle: readonly (readonly [property: string, values: RegExp, name: string])[] = [
  ['width', /^100%$/u, 'wide'],
  ['width', /^50%$/u, 'glue'],
  ['border', /solid/u, 'boxed'],
  ['paddingLeft', /^0/u, 'no-left'],
  ['paddingRight', /^0/u, 'no-right'],
  ['paddingLeft', /^1em$/u, 'wide-left'],
  ['borderTop', /\w/u, 'line-top'],
  ['borderBottom', /\w/u, 'line-bottom'],
  ['borderLeft', /\w/u, 'line-left'],
  ['borderRight', /\w/u, 'line-right'],
  ['textAlign', /^left$/u, 'tml-left'],
];
/** Without it a formula would mean something else. */
const needed = ['transform', 'position'];

/** What Temml writes for the application of a function, an operator without width. */
const application = '\u2061';
/** What it writes for a blank. */
const blank = '\u00a0';

/** Null where it cannot be drawn, or not all of it. */
export function createFormula(source: string): Element | null {
  const { tex, isDisplay } = formulaOf(source);
  const tree = treeOf(tex, isDisplay);
  if (tree === null) return null;
  const root = document.createDocumentFragment();
  const [math] = new FormulaBuilder(elementsOfFormula(source)).appendTo(root, tree, 0) ? root.children : [];
  if (math?.tagName !== 'math' || root.childNodes.length !== 1) return null;
  math.setAttribute('alttext', source);
  // A wide one scrolls by itself, and so needs to be reachable by keyboard.
  if (isDisplay) math.setAttribute('tabindex', '0');
  return math;
}

class FormulaBuilder {
  #elementsLeft: number;

  constructor(elements: number) {
    this.#elementsLeft = elements;
  }

  /** False, with a part of it done, where something in it may not be drawn. */
  appendTo(parent: ParentNode, tree: unknown, depth: number): boolean {
    const node = readTexNode(tree);
    if (node === null || depth > deepest) return false;
    if (node.text !== undefined) {
      parent.append(node.text);
      return !mayHide(node.text.replaceAll(blank, ' '));
    }
    const children = node.children ?? [];
    const [only] = children.length === 1 ? children : [];
    if (node.type === 'mo' && readTexNode(only)?.text === application) return true;
    // A run of nodes, or the place of a number that is not written.
    if (node.type === undefined) return children.every((child) => this.appendTo(parent, child, depth));
    if (!elements.has(node.type) || needed.some((property) => node.style?.[property] !== undefined)) return false;
    if (--this.#elementsLeft < 0) return false;
    const element = document.createElementNS(namespace, node.type);
    describe(element, node);
    parent.append(element);
    return children.every((child) => this.appendTo(element, child, depth + 1));
  }
}

function describe(element: Element, node: TexNode): void {
  // With a width of its own, what is padded could stick out.
  for (const [name, value] of Object.entries(node.attributes ?? {}))
    if (node.type !== 'mpadded' && attributes.get(name)?.test(String(value)) === true)
      element.setAttribute(name, String(value));
  const names = [
    ...(node.classes ?? []).filter((name) => classes.has(name)),
    ...classesOfStyle.flatMap(([property, values, name]) => {
      const value = node.style?.[property];
      return typeof value === 'string' && values.test(value) ? [name] : [];
    }),
  ];
  if (names.length > 0) element.setAttribute('class', names.join(' '));
}
