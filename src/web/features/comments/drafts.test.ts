import { expect, it } from 'vitest';
import { draftsUnder } from './comments.tsx';

it('draftsUnder joins the comment and replies typed under a check-in, without empty ones', () => {
  const drafts = new Map([
    ['one', 'Well done'],
    ['onereply', ' '],
    ['oneother', 'Me too'],
    ['two', 'Elsewhere'],
  ]);
  expect(draftsUnder(drafts, 'one')).toBe('Well done\n\nMe too');
  expect(draftsUnder(drafts, 'three')).toBe('');
});
