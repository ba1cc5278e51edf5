// Keeps the file that a person has chosen for other programs as the plan is.
import * as vscode from 'vscode';
import path from 'node:path';
import type { PlanReport } from '../../../core/plan/published/plan-report.ts';
import { formatReport, isLasting, isNews, isReport } from '../../../core/plan/published/report-file.ts';
import type { PlanState } from '../../../core/plan/plan-state.ts';
import { type Log, systemClock } from '../../../core/ports.ts';
import { LeaseFile } from '../../../node/leases/lease-file.ts';
import { type PublicationRefusal, publish, unpublish } from '../../../node/published-file.ts';
import { inertName } from '../../display/names.ts';
import { showWarning } from '../../display/notification.ts';
import { readQuotaFile, readQuotaFileNamesAccount } from '../watch/plan-settings.ts';
import { errorName } from '../../../core/service/failure/error-name.ts';

const { l10n } = vscode;

/** Milliseconds between two versions. */
const pause = 60_000;
/** Milliseconds until a window that meets another one at writing looks again. */
const untilOtherIsDone = 2000;
/** Milliseconds; writing takes a moment. */
const leaseTime = 5000;

export interface QuotaFilePorts {
  readonly state: () => PlanState;
  readonly report: () => PlanReport;
  readonly account: () => Promise<string | null>;
  readonly storage: vscode.Uri;
  readonly log: Log;
}

export class QuotaFile implements vscode.Disposable {
  readonly #ports: QuotaFilePorts;
  readonly #lease: LeaseFile;
  #updating: Promise<void> = Promise.resolve();
  #stopWaiting: (() => void) | null = null;
  /** What the setting named when it was read last: the file that is no longer chosen goes, with all data for one. */
  #chosen = '';
  /** What a person has been told of. */
  #told: string | null = null;

  constructor(ports: QuotaFilePorts) {
    this.#ports = ports;
    this.#lease = new LeaseFile(path.join(ports.storage.fsPath, 'quota-file.lease'), leaseTime);
  }

  /** The plan is known anew, or another file is chosen. Never throws. */
  update(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = null;
    this.#updating = this.#updating
      .then(() => this.#write())
      .catch((error: unknown) => {
        this.#ports.log.warn(`The quota file was not written: ${errorName(error)}`);
      });
  }

  async #write(): Promise<void> {
    const file = readQuotaFile();
    const before = this.#chosen;
    this.#chosen = file;
    if (before !== '' && before !== file) await unpublish({ file: before, isOurs: isReport });
    if (file === '' || !isLasting(this.#ports.state())) return;
    const account = readQuotaFileNamesAccount() ? await this.#ports.account() : null;
    const text = formatReport(this.#ports.report(), account);
    const giveBack = await this.#lease.take();
    if (giveBack === null) {
      this.#wait(untilOtherIsDone);
      return;
    }
    const closedFolders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    const done = await publish(text, { file, closedFolders, isOurs: isReport, isNews, pause, now: Date.now }).finally(
      giveBack,
    );
    switch (done.kind) {
      case 'written':
      case 'unchanged':
        this.#told = null;
        return;
      case 'tooSoon':
        this.#wait(done.wait);
        return;
      case 'refused':
        this.#tell(file, done.reason);
    }
  }

  #wait(milliseconds: number): void {
    this.#stopWaiting?.();
    this.#stopWaiting = systemClock.after(milliseconds, () => this.update());
  }

  /** Once, and in the window that the person looks at. */
  #tell(file: string, reason: PublicationRefusal): void {
    const told = `${reason} ${file}`;
    if (this.#told === told || !vscode.window.state.focused) return;
    this.#told = told;
    const choose = l10n.t('Choose Another File');
    void showWarning(refusalText(file, reason), choose).then((pressed) => {
      if (pressed === choose)
        return vscode.commands.executeCommand('workbench.action.openSettings', 'tidemark.plan.quotaFile');
      return undefined;
    });
  }

  dispose(): void {
    this.#stopWaiting?.();
  }
}

function refusalText(file: string, reason: PublicationRefusal): string {
  const name = inertName(file);
  switch (reason) {
    case 'notAbsolute':
      return l10n.t('The quota is not written to {0}: name the file by its whole path.', name);
    case 'inWorkspace':
      return l10n.t('The quota is not written to {0}: the file would be in a folder that you work on.', name);
    case 'foreign':
      return l10n.t('The quota is not written to {0}: something else lies there, which is left alone.', name);
    case 'noFolder':
      return l10n.t('The quota is not written to {0}: its folder does not exist.', name);
    case 'notWritable':
      return l10n.t('The quota could not be written to {0}. May you write there, and is the disk full?', name);
  }
}
