import { limitYoungGeneration } from './young-generation.ts';

limitYoungGeneration();
// Afterwards and not beside it, so that all else is read, compiled and run in a heap that stays small.
await import('./program.ts');
