import { expect, it } from 'vitest';
import { draftsUnder } from './comments.tsx';

it('What was typed under a check-in is its comment and its replies, without those that are empty.', () => {
  const drafts = new Map([
    ['one', 'Well done'],
    ['onereply', ' '],
    ['oneother', 'Me too'],
    ['two', 'Elsewhere'],
  ]);
  expect(draftsUnder(drafts, 'one')).toBe('Well done\n\nMe too');
  expect(draftsUnder(drafts, 'three')).toBe('');
});
