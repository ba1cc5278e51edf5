// Knows when the plan view is first needed, opened by a person or kept by VS Code over a reload, and loads it then. There is
// one at most; it does not know what is in it.
import type * as vscode from 'vscode';
import type { PlanViewPanel, PlanViewParts } from './plan-view.ts';

export class PlanViewDoor implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #parts: PlanViewParts;
  #view: PlanViewPanel | null = null;

  constructor(parts: PlanViewParts) {
    this.#parts = parts;
  }

  async show(): Promise<void> {
    if (this.#view !== null) {
      this.#view.reveal();
      return;
    }
    const { createPlanPanel } = await import('./plan-view.ts');
    await this.deserializeWebviewPanel(createPlanPanel());
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    const { PlanViewPanel } = await import('./plan-view.ts');
    this.#view?.dispose();
    const view = new PlanViewPanel(panel, this.#parts);
    this.#view = view;
    panel.onDidDispose(() => {
      view.dispose();
      if (this.#view === view) this.#view = null;
    });
  }

  dispose(): void {
    this.#view?.dispose();
  }
}
