/** A link that runs a command. It is made from these two alone, and never read out of a text. */
export interface CommandLink {
  readonly label: string;
  readonly command: `tidemark.${string}` | 'workbench.trust.manage';
}
