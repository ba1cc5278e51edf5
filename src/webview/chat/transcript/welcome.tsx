// An empty transcript: what this is, and what to do first.
import type { JSX } from 'preact';
import type { Availability } from '../../../protocol/chat.ts';
import { Icon } from '../../page/icon.tsx';
import { ButtonRow } from '../elements/notice-view.tsx';

export function Welcome({ availability }: { readonly availability: Availability }): JSX.Element {
  return (
    <div class="welcome">
      <Icon name="comment-discussion" />
      <h1 dir="auto">{availability.headline}</h1>
      <p dir="auto">{availability.text}</p>
      {availability.buttons.length > 0 && <ButtonRow buttons={availability.buttons} turnId={null} />}
    </div>
  );
}
