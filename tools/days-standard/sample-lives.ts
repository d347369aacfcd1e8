import * as fc from 'fast-check';
import { someLife } from '#domain/testing/lives.ts';

/** Random lives, the same ones each time. Some of them hold days that no check-in can get, such as edited plans. */
export const SAMPLE_LIVES = fc.sample(someLife, { numRuns: 250, seed: 20_270_115 });
