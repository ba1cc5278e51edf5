// Loads the plan view when it is first opened, or restored by VS Code after a reload. There is one at most.
import type * as vscode from 'vscode';
import type { PlanViewPanel, PlanViewPorts } from './plan-view.ts';

export class LazyPlanView implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #ports: PlanViewPorts;
  #shown: { readonly view: PlanViewPanel; readonly panel: vscode.WebviewPanel } | null = null;

  constructor(ports: PlanViewPorts) {
    this.#ports = ports;
  }

  async show(): Promise<void> {
    if (this.#shown !== null) {
      this.#shown.panel.reveal();
      return;
    }
    const { createPlanPanel } = await import('./plan-view.ts');
    await this.deserializeWebviewPanel(createPlanPanel());
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    const { PlanViewPanel } = await import('./plan-view.ts');
    // Also where two were asked for before the first was there.
    this.#shown?.panel.dispose();
    const view = new PlanViewPanel(panel, this.#ports);
    this.#shown = { view, panel };
    panel.onDidDispose(() => {
      view.dispose();
      if (this.#shown?.panel === panel) this.#shown = null;
    });
  }

  /** What it shows beside the plan has changed. */
  update(): void {
    void this.#shown?.view.update();
  }

  dispose(): void {
    this.#shown?.view.dispose();
  }
}
