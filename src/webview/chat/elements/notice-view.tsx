// A notice to the person, with its buttons.
import type { JSX } from 'preact';
import type { Action, Button, Notice } from '../../../protocol/chat.ts';
import { Icon, TextButton } from '../../page/icon.tsx';
import { usePage } from '../state/page-context.ts';

interface NoticeProps {
  readonly notice: Notice;
  /** The answer that the notice belongs to; null for the availability's banner. */
  readonly turnId: string | null;
  /** Called in place of telling the host where `action` is pressed. */
  readonly instead?: { readonly action: Action; readonly act: () => void } | undefined;
}

export function NoticeView({ notice, turnId, instead }: NoticeProps): JSX.Element {
  return (
    <div class={`notice ${notice.tone}`}>
      <Icon name={notice.tone} />
      <div class="notice-body">
        <p dir="auto">{notice.text}</p>
        {notice.buttons.length > 0 && <ButtonRow buttons={notice.buttons} {...{ turnId, instead }} />}
      </div>
    </div>
  );
}

interface ButtonRowProps extends Pick<NoticeProps, 'turnId' | 'instead'> {
  readonly buttons: readonly Button[];
}

export function ButtonRow({ buttons, turnId, instead }: ButtonRowProps): JSX.Element {
  const { post } = usePage();
  const press = ({ action, account }: Button): void => {
    if (action === instead?.action) instead.act();
    else post({ kind: 'pressButton', action, turnId, ...(account === undefined ? {} : { account }) });
  };
  return (
    <div class="button-row">
      {buttons.map((button) => (
        <TextButton key={button.action} label={button.label} primary={button.primary} onPress={() => press(button)} />
      ))}
    </div>
  );
}
