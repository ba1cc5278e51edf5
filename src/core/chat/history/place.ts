import type { Files } from '../../ports.ts';

/** Who a conversation belongs to: the workspace it was held in, or the person in all of theirs. */
export type PlaceName = 'workspace' | 'person';

export interface Place {
  readonly name: PlaceName;
  readonly files: Files;
}
