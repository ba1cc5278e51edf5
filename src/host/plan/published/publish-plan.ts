// Tells other programs what is known of the plan: extensions by this extension's exports, all others by a file, which
// is loaded once a person has chosen one. It loads at every start.
import * as vscode from 'vscode';
import { type PlanReport, planReport } from '../../../core/plan/published/plan-report.ts';
import type { Log } from '../../../core/ports.ts';
import { LoadedOnce } from '../../loaded-once.ts';
import { affectsPlanSettings, readQuotaFile } from '../watch/plan-settings.ts';
import type { PlanMonitor } from '../watch/monitor.ts';
import type { QuotaFile } from './quota-file.ts';
import { errorName } from '../../../core/service/failure/error-name.ts';

/** What `activate` gives to other extensions (docs/quota-file.md). Asking for it sends nothing. */
export interface PlanApi {
  readonly getPlan: () => PlanReport;
  readonly onDidChangePlan: vscode.Event<PlanReport>;
}

export interface PublishingPorts {
  readonly monitor: Pick<PlanMonitor, 'state' | 'forecasts' | 'onDidChange'>;
  /** Where the windows of this machine's VS Code share their files. */
  readonly storage: vscode.Uri;
  readonly account: () => Promise<string | null>;
  readonly log: Log;
}

export interface PublishedPlan {
  readonly api: PlanApi;
  readonly dispose: () => void;
}

export function publishPlan({ monitor, storage, account, log }: PublishingPorts): PublishedPlan {
  const getPlan = (): PlanReport => {
    const now = Date.now();
    return planReport(monitor.state, monitor.forecasts(now), now);
  };
  // Nothing is worked out where nobody listens.
  const onDidChangePlan: vscode.Event<PlanReport> = (listener, self, subscriptions) =>
    monitor.onDidChange(() => void listener.call(self, getPlan()), undefined, subscriptions);
  let opened: QuotaFile | null = null;
  const file = new LoadedOnce(async () => {
    const { QuotaFile } = await import('./quota-file.ts');
    opened = new QuotaFile({ state: () => monitor.state, report: getPlan, account, storage, log });
    return opened;
  });
  const update = (): void => {
    if (opened === null && readQuotaFile() === '') return;
    file.get().then(
      (quota) => quota.update(),
      (error: unknown) => log.warn(`The quota file was not written: ${errorName(error)}`),
    );
  };
  const watchers = [
    monitor.onDidChange(update),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (affectsPlanSettings(change)) update();
    }),
  ];
  return {
    api: Object.freeze({ getPlan, onDidChangePlan }),
    dispose() {
      opened?.dispose();
      vscode.Disposable.from(...watchers).dispose();
    },
  };
}
