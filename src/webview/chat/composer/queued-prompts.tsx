// The prompts that wait for the running answer; each can be sent, edited or taken out.
import type { JSX } from 'preact';
import type { ComposerView } from '../../../protocol/chat.ts';
import { AttachmentTags } from '../attachments/attachment-chips.tsx';
import { IconButton } from '../../page/icon.tsx';
import { usePage } from '../state/page-context.ts';

interface QueuedProps {
  readonly queued: ComposerView['queued'];
  readonly answering: boolean;
  /** Puts a text where it can be edited. */
  readonly onEdit: (text: string) => void;
}

export function QueuedPrompts({ queued, answering, onEdit }: QueuedProps): JSX.Element | null {
  const { strings, post } = usePage();
  if (queued.length === 0) return null;
  return (
    <ol class="queued" aria-label={strings.queuedPrompts}>
      {queued.map(({ id, text, attachments, joinsRun }, index) => (
        <li key={id}>
          <span class="queued-mark">{joinsRun === true ? strings.queuedJoins : strings.queuedNext}</span>
          <span class="queued-text" dir="auto" title={text}>
            {text}
          </span>
          <AttachmentTags attachments={attachments} />
          {index === 0 && !answering && (
            <IconButton icon="arrow-up" label={strings.sendQueued} onPress={() => post({ kind: 'sendQueued' })} />
          )}
          {joinsRun !== undefined && (
            <IconButton
              icon={joinsRun ? 'debug-pause' : 'debug-step-into'}
              label={joinsRun ? strings.leaveRun : strings.joinRun}
              onPress={() => post({ kind: 'joinRun', id, joins: !joinsRun })}
            />
          )}
          <IconButton
            icon="edit"
            label={strings.editQueued}
            onPress={() => {
              onEdit(text);
              post({ kind: 'unqueuePrompt', id, keepsAttachments: true });
            }}
          />
          <IconButton
            icon="close"
            label={strings.dropQueued}
            onPress={() => post({ kind: 'unqueuePrompt', id, keepsAttachments: false })}
          />
        </li>
      ))}
    </ol>
  );
}
