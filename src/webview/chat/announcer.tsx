// What a screen reader announces: that an answer has started, finished, failed or stopped. Never single words of it.
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { PageStrings } from '../../protocol/chat.ts';
import { usePage } from './state/page-context.ts';
import { filled } from '../page/page-context.ts';
import type { Store } from './state/store.ts';
import type { Announcement } from './state/transcript.ts';

export function Announcer({ store }: { readonly store: Store }): JSX.Element {
  const { strings } = usePage();
  const announcement = store.announcement.value;
  const said = useRef({ announcement, serial: 0 });
  if (said.current.announcement !== announcement) {
    said.current = { announcement, serial: said.current.serial + 1 };
  }
  // A new element each time, since the same words in the same element would not be said again.
  return (
    <div class="visually-hidden" role="status">
      <span key={said.current.serial}>{announcement === null ? '' : sentence(announcement, strings)}</span>
    </div>
  );
}

function sentence(announcement: Announcement, strings: PageStrings): string {
  switch (announcement.kind) {
    case 'started':
      return strings.answerStartedAnnouncement;
    case 'finished':
      return strings.answerFinishedAnnouncement;
    case 'stopped':
      return strings.answerStoppedAnnouncement;
    case 'asked':
      return filled(strings.runAsksAnnouncement, announcement.text);
    case 'step':
      return filled(strings.stepAnnouncement, announcement.text);
    case 'told':
      return announcement.text;
    case 'failed':
      return filled(strings.answerFailedAnnouncement, announcement.text);
  }
}
