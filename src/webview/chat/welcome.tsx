// Knows how an empty transcript looks: what this is, and what to do first. The words follow from sign-in and plan.
import type { JSX } from 'preact';
import type { Standing } from '../../core/chat/panel-messages.ts';
import { Icon } from '../page/icon.tsx';
import { ButtonRow } from './notice-view.tsx';

export function Welcome({ standing }: { readonly standing: Standing }): JSX.Element {
  return (
    <div class="welcome">
      <Icon name="comment-discussion" />
      <h1 dir="auto">{standing.headline}</h1>
      <p dir="auto">{standing.text}</p>
      {standing.buttons.length > 0 && <ButtonRow buttons={standing.buttons} turnId={null} />}
    </div>
  );
}
