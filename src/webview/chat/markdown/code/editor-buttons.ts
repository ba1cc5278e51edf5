// Buttons that take code into an editor. While none is open they do nothing and say why; the keyboard still reaches
// them, or nobody could read it there.

/** What a button says; `name` is that of the file in the editor, null where none is open. */
type Label = (name: string | null) => string;

const labels = new WeakMap<Element, Label>();
let editor: EditorState = { name: null, missing: null };

interface EditorState {
  /** Of the file in the editor. */
  readonly name: string | null;
  /** Why there is no editor; null where there is one, or that is not known yet. */
  readonly missing: string | null;
}

export function needsEditor(button: HTMLElement, label: Label): void {
  labels.set(button, label);
  button.classList.add('needs-editor');
  show(button, label);
}

/** The code of this one has a file of its own. */
export function needsNoEditor(button: HTMLElement, label: string): void {
  labels.delete(button);
  button.classList.remove('needs-editor');
  button.title = label;
  button.ariaLabel = label;
  button.ariaDescription = null;
  button.ariaDisabled = null;
}

/** Holds for buttons that are made later, too. */
export function showEditor(root: ParentNode, state: EditorState): void {
  editor = state;
  for (const button of root.querySelectorAll<HTMLElement>('.needs-editor')) {
    const label = labels.get(button);
    if (label !== undefined) show(button, label);
  }
}

/** Whether pressing it does nothing now. */
export function lacksEditor(element: Element): boolean {
  return editor.missing !== null && labels.has(element);
}

function show(button: HTMLElement, labelOf: Label): void {
  const { name, missing } = editor;
  const label = labelOf(name);
  button.title = missing === null ? label : `${label}. ${missing}`;
  button.ariaLabel = label;
  button.ariaDescription = missing;
  button.ariaDisabled = missing === null ? null : 'true';
}
