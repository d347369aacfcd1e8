import { changeAmount } from '#contract/amounts.ts';
import type { TestApp } from '../test-app.ts';
import { buildMission } from './missions.ts';
import type { TestUser } from './users.ts';

/** Eight glasses a day, whose target checks in. */
export const GLASSES = { unit: 'glasses', target: 8, counts_at: 'target' } as const;

/** Creates a mission that counts; returns its id. */
export const buildCounting = (t: TestApp, owner: TestUser, amounts: object = GLASSES, body: object = {}) =>
  buildMission(t, owner, { ...body, amounts });

/** Changes an amount, now. */
export const count = (t: TestApp, { token }: TestUser, id: string, body: Record<string, unknown>) =>
  t.call(changeAmount, { token, params: { id }, body });
