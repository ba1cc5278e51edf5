// The turns of a conversation as they follow one another, and which of them a person can see: those that were removed,
// and answers that another holds whole, are left out, and what follows them moves up. So every turn that is not removed
// is in some branch.
import { type AnswerBlock, textOf, thinkingOf } from '../messages/blocks.ts';
import type { Turn } from './conversation.ts';

export interface TurnNode {
  turn: Turn;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** A turn that was there before, or null for a first one. */
  readonly parent: string | null;
  readonly children: string[];
  /** What an answer began with, and goes on from. */
  readonly begunWith: readonly AnswerBlock[];
  /** The answers that were to take this one's place. */
  readonly successors: string[];
  removed: boolean;
}

export class TurnNodes {
  readonly #nodes = new Map<string, TurnNode>();
  readonly #roots: string[] = [];

  get size(): number {
    return this.#nodes.size;
  }

  get(id: string): TurnNode | undefined {
    return this.#nodes.get(id);
  }

  /** In the order of arrival: every turn after the one that it follows. */
  all(): Iterable<TurnNode> {
    return this.#nodes.values();
  }

  /**
   * Puts a turn behind `parent`; behind nothing where nobody has seen that, so that no turn follows itself. False for
   * one that is there already.
   */
  add(turn: Turn, parent: string | null, at: number): boolean {
    if (this.#nodes.has(turn.id)) return false;
    const before = this.#nodes.get(parent ?? '');
    const begunWith = turn.kind === 'answer' ? turn.blocks : [];
    this.#nodes.set(turn.id, {
      turn,
      at,
      parent: before === undefined ? null : parent,
      children: [],
      begunWith,
      successors: [],
      removed: false,
    });
    (before?.children ?? this.#roots).push(turn.id);
    return true;
  }

  isVisible(node: TurnNode): boolean {
    return !this.#isRemoved(node) && !this.#isSuperseded(node);
  }

  /** An answer goes with its prompt, also one that came after that was removed. */
  #isRemoved({ removed, turn, parent }: TurnNode): boolean {
    if (removed) return true;
    const before = turn.kind === 'prompt' ? undefined : this.#nodes.get(parent ?? '');
    return before?.turn.kind === 'prompt' && before.removed;
  }

  /**
   * Another answer holds all that this one does. One that was asked on from is a version of its own: what followed
   * hangs on it.
   */
  #isSuperseded({ turn, children, successors, parent }: TurnNode): boolean {
    if (turn.kind === 'prompt' || children.length > 0) return false;
    return successors.some((id) => {
      const successor = this.#nodes.get(id);
      if (successor?.parent !== parent || this.#isRemoved(successor)) return false;
      return holdsAll(successor.begunWith, turn.blocks);
    });
  }

  /** The nearest turn before this one that can be seen; null where there is none. */
  visibleBefore(id: string): string | null {
    let before = this.#nodes.get(id)?.parent ?? null;
    for (
      let node = this.#nodes.get(before ?? '');
      node !== undefined && !this.isVisible(node);
      node = this.#nodes.get(before ?? '')
    ) {
      before = node.parent;
    }
    return before;
  }

  /** What can be seen right behind a turn, or at the beginning where it is null, the oldest first. */
  visibleBehind(id: string | null): string[] {
    const found: string[] = [];
    const waiting = this.#childrenOf(id).toReversed();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const node = this.#nodes.get(next);
      if (node === undefined) continue;
      if (this.isVisible(node)) found.push(next);
      else for (const child of node.children.toReversed()) waiting.push(child);
    }
    return found;
  }

  /** The last turn of the newest branch that begins with `id`, or of all where it is null. */
  endOf(id: string | null): string | null {
    let end = id;
    for (;;) {
      const next = this.visibleBehind(end).at(-1);
      if (next === undefined) return end;
      end = next;
    }
  }

  #childrenOf(id: string | null): readonly string[] {
    return id === null ? this.#roots : (this.#nodes.get(id)?.children ?? []);
  }
}

/**
 * Whether one has received all that the other has. How it is cut into blocks does not matter: version 1 did not keep
 * that.
 */
function holdsAll(one: readonly AnswerBlock[], other: readonly AnswerBlock[]): boolean {
  return (
    textOf(one).startsWith(textOf(other)) &&
    thinkingOf(one).startsWith(thinkingOf(other)) &&
    other.every(
      (block) => block.kind !== 'toolUse' || one.some((held) => held.kind === 'toolUse' && held.id === block.id),
    )
  );
}
