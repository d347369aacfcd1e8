import { STAND_INS } from '#contract/api-docs.ts';

/** The address of the server that shows the recipe. */
export const SERVER = STAND_INS.public_url;

interface Block {
  readonly title: string;
  readonly language: 'sh' | 'python' | 'yaml' | 'json' | 'text';
  readonly text: string;
}

/** Something to build on the API, in one tool; its blocks are used as they are, one after the other. */
export interface Recipe {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  /** What to do before the blocks, in order; names between back-ticks are code. */
  readonly steps?: readonly string[];
  readonly blocks: readonly Block[];
  readonly after?: string;
}
