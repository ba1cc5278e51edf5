// A notice to the person, with its buttons.
import type { JSX } from 'preact';
import type { Button, Notice } from '../../../protocol/chat.ts';
import { Icon, TextButton } from '../../page/icon.tsx';
import { usePage } from '../state/page-context.ts';

interface NoticeProps {
  readonly notice: Notice;
  /** The answer that the notice belongs to; null for the availability's banner. */
  readonly turnId: string | null;
}

export function NoticeView({ notice, turnId }: NoticeProps): JSX.Element {
  return (
    <div class={`notice ${notice.tone}`}>
      <Icon name={notice.tone} />
      <div class="notice-body">
        <p dir="auto">{notice.text}</p>
        {notice.buttons.length > 0 && <ButtonRow buttons={notice.buttons} turnId={turnId} />}
      </div>
    </div>
  );
}

interface ButtonRowProps {
  readonly buttons: readonly Button[];
  readonly turnId: string | null;
}

export function ButtonRow({ buttons, turnId }: ButtonRowProps): JSX.Element {
  const { post } = usePage();
  return (
    <div class="button-row">
      {buttons.map(({ action, label, primary, account }) => (
        <TextButton
          key={action}
          label={label}
          primary={primary}
          onPress={() => post({ kind: 'pressButton', action, turnId, ...(account === undefined ? {} : { account }) })}
        />
      ))}
    </div>
  );
}
