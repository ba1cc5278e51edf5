import * as vscode from 'vscode';
import { figuresOf, type PlanState } from '../../../core/plan/plan-state.ts';

/** Ticks the walkthrough's step: done by figures that were shown, not by a page that had none. */
export function noteQuotaSeen(state: PlanState): void {
  if (figuresOf(state) !== null) void vscode.commands.executeCommand('setContext', 'tidemark.quotaSeen', true);
}
