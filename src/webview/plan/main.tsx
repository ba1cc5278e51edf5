// The entry of the plan page: reads the page's words, connects the host and draws what it tells. It decides nothing.
import { render } from 'preact';
import * as z from 'zod/mini';
import { parsePlanHostMessage, type PlanHostMessage, type PlanPageMessage, planStringsSchema, type PlanView } from '../../core/plan/view-messages.ts';
import { createFaultReporter, reportUncaught } from '../page/faults.ts';
import { connectHost } from '../page/host-port.ts';
import { pageLocale } from '../page/locale.ts';
import { App } from './app.tsx';
import { createTimes, type PageContext, PageProvider } from './page-context.ts';
import { type Range, ranges } from './time-range.ts';

const keptSchema = z.object({ range: z.enum(ranges) });

const root = document.getElementById('root');
const words = document.getElementById('strings');
if (root === null || words === null) throw new Error('The plan page came without its root or its words.');

const host = connectHost<PlanHostMessage, PlanPageMessage>(parsePlanHostMessage, ({ view }) => draw(view));
reportUncaught(createFaultReporter((message) => host.post(message)));

const kept = keptSchema.safeParse(host.kept());
const range: Range = kept.success ? kept.data.range : 'today';
const page: PageContext = {
  strings: planStringsSchema.parse(JSON.parse(words.textContent)),
  press: (action) => host.post({ kind: 'pressButton', action }),
  times: createTimes(pageLocale()),
};

function draw(view: PlanView | null): void {
  if (root === null) return;
  render(
    <PageProvider value={page}>
      <App view={view} range={range} keepRange={(chosen) => host.keep({ range: chosen })} />
    </PageProvider>,
    root,
  );
}

draw(null);
host.post({ kind: 'ready' });
