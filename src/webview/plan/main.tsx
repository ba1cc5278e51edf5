// The entry of the plan page.
import { render } from 'preact';
import * as z from 'zod/mini';
import {
  parsePlanHostMessage,
  type PlanHostMessage,
  type PlanPageMessage,
  planStringsSchema,
  type PlanView,
  useAspects,
} from '../../protocol/plan.ts';
import { createFaultReporter, reportUncaught } from '../page/faults.ts';
import { connectHost } from '../page/host-port.ts';
import { pageLocale, readPageRoot } from '../page/page-root.ts';
import { App, type ChosenView } from './app.tsx';
import { createTimes, type PageContext, PageProvider } from './page-context.ts';
import { ranges } from './time-range.ts';

const first: ChosenView = { range: 'today', use: { time: 'today', by: 'model' } };
const keptSchema = z.object({
  range: z.catch(z.enum(ranges), first.range),
  use: z.catch(z.object({ time: z.string(), by: z.enum(useAspects) }), first.use),
});

const { root, strings } = readPageRoot(planStringsSchema);

const host = connectHost<PlanHostMessage, PlanPageMessage>(parsePlanHostMessage, ({ view }) => draw(view));
reportUncaught(createFaultReporter((message) => host.post(message)));

const kept = keptSchema.safeParse(host.kept());
const chosen: ChosenView = kept.success ? kept.data : first;
const page: PageContext = {
  strings,
  openConversation: (id) => host.post({ kind: 'openConversation', id }),
  press: (action) => host.post({ kind: 'pressButton', action }),
  times: createTimes(pageLocale()),
};

function draw(view: PlanView | null): void {
  render(
    <PageProvider value={page}>
      <App view={view} chosen={chosen} keep={(now) => host.keep(now)} />
    </PageProvider>,
    root,
  );
}

draw(null);
host.begin();
