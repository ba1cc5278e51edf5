// Reports an error in a page to the host's log, since nobody reads a webview's console: what threw and where, never
// what the page shows.
/** What tells the host of a fault; every page's messages include it. */
export interface FaultReport {
  readonly kind: 'reportFault';
  readonly text: string;
}

const longestReport = 2000;
const mostReports = 50;

/** Returns what reports a fault; equal faults and floods are reported once. */
export function createFaultReporter(post: (message: FaultReport) => void): (fault: unknown) => void {
  const reported = new Set<string>();
  return (fault) => {
    const text = describe(fault).slice(0, longestReport);
    if (reported.has(text) || reported.size >= mostReports) return;
    reported.add(text);
    post({ kind: 'reportFault', text });
  };
}

/** Reports whatever nothing else catches, and whatever the page's policy has blocked. */
export function reportUncaught(report: (fault: unknown) => void): void {
  window.addEventListener('error', ({ error, message }: ErrorEvent) => {
    // The browser says this when an observer had to wait for the next frame, which is no fault.
    if (!message.startsWith('ResizeObserver loop')) report(error ?? message);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    report(reason);
  });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    report(`The page's policy blocked ${effectiveDirective} ${blockedURI}`);
  });
}

function describe(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? `${fault.name}: ${fault.message}`) : String(fault);
}
