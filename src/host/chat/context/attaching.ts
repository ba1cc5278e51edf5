// From a source to an attachment of the next prompt: it is read, the person is asked where that is wise, and told why
// where it cannot be attached.
import * as vscode from 'vscode';
import type { PendingAttachment, PendingImage } from '../../../core/chat/attachments/attachment.ts';
import type { AskingCommand } from '../../../core/chat/prompt/slash-command.ts';
import type { OfferedModel } from '../../../core/chat/providers/models.ts';
import type { Log } from '../../../core/ports.ts';
import { inertName } from '../../display/names.ts';
import { showInformation } from '../../display/notification.ts';
import { mayAttach } from './consent.ts';
import { editorInUse } from '../editor/editor-in-use.ts';
import { type ContextSource, fileSource, type Obstacle, problemsSource, selectionSource } from './sources/sources.ts';

const { l10n } = vscode;

export type Tell = (label: string, obstacle: Obstacle) => void;

/** Null where it may not go, or cannot. Never rejects. */
export async function readAllowed(source: ContextSource, log: Log, tell: Tell): Promise<PendingAttachment | null> {
  try {
    const reading = await source.read();
    if (typeof reading !== 'string')
      return (await mayAttach(reading.origin, reading.attachment)) ? reading.attachment : null;
    tell(source.label, reading);
  } catch (error) {
    log.warn(`Something could not be attached: ${error instanceof vscode.FileSystemError ? error.code : 'unknown'}`);
    tell(source.label, 'unreadable');
  }
  return null;
}

/**
 * One after the other, since each may ask; where one may not go, what is said about it does not go either. Never
 * rejects.
 */
export async function readAllAllowed(
  sources: readonly ContextSource[],
  log: Log,
  tell: Tell,
): Promise<PendingAttachment[]> {
  const found: PendingAttachment[] = [];
  for (const source of sources) {
    const attachment = await readAllowed(source, log, tell);
    if (attachment === null) break;
    found.push(attachment);
  }
  return found;
}

export const tellObstacle: Tell = (label, obstacle) => {
  void showInformation(obstacleText(label, obstacle));
};

function obstacleText(label: string, obstacle: Obstacle): string {
  const name = inertName(label);
  switch (obstacle) {
    case 'unreadable':
      return l10n.t('{0} was not attached: it cannot be read as text, or it is too large.', name);
    case 'nothingChanged':
      return l10n.t('Nothing was attached: {0} has no changes since the last commit.', name);
    case 'imageTooLarge':
      return l10n.t(
        '{0} was not attached: it is larger than 3.75 MB, the most that an image may have. Save it smaller and attach it again.',
        name,
      );
    case 'tooManyPixels':
      return l10n.t(
        '{0} was not attached: it has more than 16 million pixels, the most that an image may have. Save it smaller and attach it again.',
        name,
      );
    case 'notAnImage':
      return l10n.t(
        '{0} was not attached: it is not a PNG, JPEG, GIF or WebP image. Files of other kinds can be attached with @.',
        name,
      );
  }
}

/**
 * Says that the model takes no images, and offers those that do. Resolves to the chosen one's id, or undefined; the
 * image is attached as soon as a model is chosen, so nothing has to be pasted twice.
 */
export async function offerImageModel(
  { label }: PendingImage,
  model: OfferedModel | undefined,
  models: readonly OfferedModel[],
): Promise<string | undefined> {
  const name = model === undefined ? l10n.t('The chosen model') : nameOf(model);
  const able = models.filter(({ images }) => images).slice(0, 2);
  if (able.length === 0) {
    void showInformation(
      l10n.t(
        '{0} was not attached: no model of this service takes images, as far as its profile says.',
        inertName(label),
      ),
    );
    return undefined;
  }
  const buttons = able.map((other) => ({ title: l10n.t('Use {0}', inertName(nameOf(other))), id: other.id }));
  const text = l10n.t(
    '{0} was not attached: {1} takes no images. Choose a model that does, and it is attached.',
    inertName(label),
    inertName(name),
  );
  return (await showInformation(text, ...buttons))?.id;
}

/** As the model's list shows it. */
export function nameOf({ id, name }: OfferedModel): string {
  return name ?? id;
}

/** What a command is about where nothing was attached: nothing is taken from a workspace that is not trusted. */
export async function readAtHand(withProblems: boolean, log: Log): Promise<PendingAttachment[]> {
  const editor = editorInUse();
  if (editor === undefined || !vscode.workspace.isTrusted) return [];
  const { document, selection } = editor;
  const code = selectionSource(editor) ?? fileSource(document.uri);
  const problems = withProblems ? problemsSource(document.uri, selection.isEmpty ? undefined : selection) : null;
  return readAllAllowed(problems === null ? [code] : [code, problems], log, () => undefined);
}

export function tellNothingAtHand(command: AskingCommand): void {
  void showInformation(
    l10n.t(
      '/{0} has nothing to work on here. Open a file, select code, or attach something with @, and send it again.',
      command,
    ),
  );
}
