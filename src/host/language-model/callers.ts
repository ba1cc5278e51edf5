// Who may ask for the models: VS Code lets every extension do it, so each is asked about once, by name where VS Code
// says it.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { askRisk } from '../display/modal.ts';
import { inertName } from '../display/names.ts';

const allowedKey = 'tidemark.languageModel.callers';
const allowedSchema = z.catch(z.array(z.string()), []);
/** In no stable type: where VS Code does not say who asks, all who ask are one. */
const initiatorSchema = z.object({ requestInitiator: z.string().check(z.minLength(1), z.maxLength(200)) });
const manifestSchema = z.object({ displayName: z.string() });
const unnamed = '';

export class Callers {
  readonly #state: vscode.Memento;
  /** Of this window: whoever was turned away is not asked about again, or an agent would ask at every step. */
  readonly #answers = new Map<string, Promise<boolean>>();

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  mayAsk(options: unknown): Promise<boolean> {
    const id = initiatorSchema.safeParse(options).data?.requestInitiator.toLowerCase() ?? unnamed;
    if (this.#allowed().includes(id)) return Promise.resolve(true);
    const answer = this.#answers.get(id) ?? this.#ask(id);
    this.#answers.set(id, answer);
    return answer;
  }

  async #ask(id: string): Promise<boolean> {
    const allow = vscode.l10n.t('Allow');
    const text =
      id === unnamed
        ? vscode.l10n.t('Something in VS Code wants to use the models of your plan')
        : vscode.l10n.t('{0} wants to use the models of your plan', inertName(nameOf(id)));
    const detail = [
      id === unnamed
        ? vscode.l10n.t(
            'This version of VS Code does not say who it is: if you allow it, its own chat and all of your extensions may.',
          )
        : vscode.l10n.t('Its identifier is {0}.', id),
      vscode.l10n.t(
        'Its requests count against your quota. Where your plan refuses one, your setting for the API key applies.',
      ),
    ];
    if ((await askRisk({ text, detail }, vscode.l10n.t('Don’t Allow'), allow)) !== allow) return false;
    await this.#state.update(allowedKey, [...this.#allowed(), id]);
    return true;
  }

  #allowed(): readonly string[] {
    return allowedSchema.parse(this.#state.get<unknown>(allowedKey));
  }
}

function nameOf(id: string): string {
  const manifest = manifestSchema.safeParse(vscode.extensions.getExtension(id)?.packageJSON);
  return manifest.success ? manifest.data.displayName : id;
}
