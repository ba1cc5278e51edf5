// What a person attaches to the prompt that is being typed: read, and asked about first where that is wise.
import {
  isImage,
  nameUnlike,
  type PendingAttachment,
  type PendingImage,
} from '../../../core/chat/attachments/attachment.ts';
import type { ModelChoice } from '../../../core/chat/session/model-choice.ts';
import type { PromptQueue } from '../../../core/chat/session/queue/prompt-queue.ts';
import type { Log } from '../../../core/ports.ts';
import { offerImageModel, readAllowed, tellObstacle } from '../context/attaching.ts';
import { type ContextSource, droppedSources, imageSource } from '../context/sources/sources.ts';

export class PromptAttachments {
  readonly #queue: PromptQueue;
  readonly #models: ModelChoice;
  readonly #log: Log;
  readonly #changed: (image: PendingImage | null) => void;

  /** @param changed is called with an image where one has come. */
  constructor(queue: PromptQueue, models: ModelChoice, log: Log, changed: (image: PendingImage | null) => void) {
    this.#queue = queue;
    this.#models = models;
    this.#log = log;
    this.#changed = changed;
  }

  /** Images that no page has drawn in small yet. */
  get undrawn(): readonly PendingImage[] {
    return this.#queue.attachments.filter(isImage).filter(({ thumbnail }) => thumbnail === '');
  }

  /** Reads a source and attaches it, asking first where that is wise; says why where it cannot be. Never rejects. */
  async attach(source: ContextSource): Promise<void> {
    const attachment = await readAllowed(source, this.#log, tellObstacle);
    if (attachment === null) return;
    if (!isImage(attachment) || this.#models.model?.images === true) this.#add(attachment);
    // The answer may come much later: whatever else is to be attached does not wait for it.
    else void this.#addWithOtherModel(attachment);
  }

  /** Attaches files that were dropped, by their addresses. */
  async attachFiles(uris: readonly string[]): Promise<void> {
    for (const source of uris.flatMap(droppedSources)) await this.attach(source);
  }

  /** Attaches what was pasted; `data` is base64, null where it is larger than any image may be. */
  attachImage(name: string, data: string | null): Promise<void> {
    return this.attach(imageSource(nameUnlike(this.#queue.attachments, name), data));
  }

  detach(id: string): void {
    this.#queue.detach(id);
    this.#changed(null);
  }

  /** Keeps how the page has drawn an image in small. */
  keepThumbnail(id: string, thumbnail: string): void {
    this.#queue.setThumbnail(id, thumbnail);
    this.#changed(null);
  }

  async #addWithOtherModel(image: PendingImage): Promise<void> {
    const modelId = await offerImageModel(image, this.#models.model, this.#models.offered);
    if (modelId === undefined) return;
    this.#models.choose(modelId);
    this.#add(image);
  }

  #add(attachment: PendingAttachment): void {
    this.#queue.attach(attachment);
    this.#changed(isImage(attachment) ? attachment : null);
  }
}
