// The panel with everything that its pages show and can ask for: it hears of all that happens.
import type * as vscode from 'vscode';
import type { PersistedText } from '../../../core/ports.ts';
import type { Availability, HostMessage } from '../../../protocol/chat.ts';
import type { Agent } from '../agent/agent.ts';
import { nameInUse } from '../editor/editor-in-use.ts';
import { changesShown } from '../present/changes.ts';
import { tellCompactions } from '../session/compacting.ts';
import { tellAskedUnseen, tellEndedUnseen } from './answer-notice.ts';
import { ChatPanel } from './panel.ts';
import { handleRequest, requestHandlers, type RequestTargets } from './requests.ts';

export interface PanelContents extends Omit<RequestTargets, 'panel' | 'wholePage'> {
  readonly agent: Agent;
  readonly draft: PersistedText;
  readonly availability: () => Availability;
}

export function createChatPanel(extensionUri: vscode.Uri, contents: PanelContents): ChatPanel {
  const { session, composer, presenter, review, agent, agentView, restore, changedFiles, toasts, draft } = contents;
  const panel = new ChatPanel(extensionUri, (request, page) => handleRequest(handlers, request, page), contents.log);
  const wholePage = (): HostMessage[] => [
    presenter.shown(),
    { kind: 'draftShown', text: draft.text },
    { kind: 'availabilityShown', availability: contents.availability() },
    composer.shown(),
    changesShown(review.watched.all()),
    ...agentView.shown(),
    ...restore.shown(),
    changedFiles.shown(),
    toasts.shown(),
    { kind: 'editorShown', name: nameInUse() },
    ...composer.undrawnImages(),
  ];
  const handlers = requestHandlers({ ...contents, panel, wholePage });
  presenter.onMessage((message) => panel.tell(message));
  composer.onMessage((message) => panel.tell(message));
  review.watched.onDidChange(() => panel.tell(changesShown(review.watched.all())));
  session.events.listen((event) => {
    if (event.kind === 'conversationChanged') panel.showConversation(session.tree.id, session.tree.title);
    if (event.kind === 'conversationReplaced') toasts.showConversation(session.tree.id);
    if (event.kind === 'answerEnded') void tellEndedUnseen(event, session, panel);
  });
  restore.onDidRestore((conversationId) => agent.questions.dropPlan(conversationId));
  tellAskedUnseen(agent, session, panel);
  tellCompactions(session, toasts.warnOfConversation);
  panel.showConversation(session.tree.id, session.tree.title);
  void contents.resetWait.open();
  return panel;
}
