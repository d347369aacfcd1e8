import { setFlagsFromString } from 'node:v8';

/* V8 puts what is new into the young generation of its heap, which grows while much of that stays in use, and hardly ever
   shrinks again. Nearly all that a start loads stays in use (docs/decisions/0086). */

const setGrowthFactor = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`);

/** Keeps the young generation of this process at its present size. Called before the program is loaded. */
export const preventYoungGenerationGrowth = (): void => setGrowthFactor(1);

/** Lets the young generation grow with what requests need, by V8's default factor. Called when the start is over. */
export const allowYoungGenerationGrowth = (): void => setGrowthFactor(2);
