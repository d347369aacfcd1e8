import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DraftInput, emptyDraft } from './mission-draft.ts';

const filled = { ...emptyDraft('2026-11-21'), title: ' Read ', description: '<p>Twenty pages</p>', goal: 'Two books' };
const messagesOf = (draft: typeof filled) =>
  Object.fromEntries((z.safeParse(DraftInput, draft).error?.issues ?? []).map((i) => [i.path[0], i.message]));

describe('mission drafts', () => {
  it('A draft becomes valid input for the API, with empty goals as null.', () => {
    expect(z.parse(DraftInput, { ...filled, level_goal: '3' })).toEqual({
      title: 'Read',
      description: '<p>Twenty pages</p>',
      goal: 'Two books',
      duration_days: 30,
      start_date: '2026-11-21',
      level_goal: 3,
      streak_goal: null,
      reward_description: '',
    });
  });

  it('A draft with missing fields names each of them.', () => {
    const required = 'Please fill in all required fields';
    expect(messagesOf({ ...filled, title: ' ', description: '', goal: '' })).toEqual({
      title: required,
      description: required,
      goal: required,
    });
  });

  it.each(['', '0', '366', '2.5', '-1'])('A duration of "%s" is refused.', (duration_days) => {
    expect(messagesOf({ ...filled, duration_days })).toEqual({
      duration_days: 'Duration must be between 1 and 365 days',
    });
  });

  it('Goals outside their ranges are refused.', () => {
    expect(messagesOf({ ...filled, level_goal: '51', streak_goal: '0' })).toEqual({
      level_goal: 'Target level must be between 1 and 50',
      streak_goal: 'Target streak must be between 1 and 365',
    });
  });
});
