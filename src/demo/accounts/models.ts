// The two models that the demo offers, with their sizes in tokens.

export interface DemoModel {
  readonly id: string;
  readonly name: string;
  readonly contextWindow: number;
  readonly maxOutput: number;
  readonly images: boolean;
  readonly thinking: boolean;
}

export const demoModels: readonly DemoModel[] = [
  { id: 'tide-large', name: 'Tide Large', contextWindow: 200_000, maxOutput: 32_000, images: true, thinking: true },
  { id: 'tide-small', name: 'Tide Small', contextWindow: 64_000, maxOutput: 8_000, images: false, thinking: false },
];

/** What a text costs, at about four characters a token. */
export const tokensIn = (characters: number): number => Math.ceil(characters / 4);

/** How much of a plan a token takes, beside the dearest model. */
const planShares: Readonly<Record<string, number>> = { 'tide-small': 1 / 3 };

/** What a plan counts for tokens of a model. */
export function planTokens(id: string, tokens: number): number {
  return Math.round(tokens * (planShares[id] ?? 1));
}
