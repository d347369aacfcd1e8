import { expect, it } from 'vitest';
import { buildItem } from '#web/testing/outbox-items.ts';
import { pendingComments } from './create-comment.ts';

it('pendingComments returns the comments of this check-in that were not rejected', () => {
  const comment = buildItem('comment');
  const others = [
    buildItem('comment', { client_id: 'd', state: 'refused' }),
    buildItem('reaction', { client_id: 'e' }),
    buildItem('comment', { client_id: 'f', body: { ...comment.body, checkin_id: 'other' } }),
  ];
  expect(pendingComments([comment, ...others], 'k')).toEqual([
    { ...comment.body, client_id: comment.client_id, performed_at: comment.performed_at },
  ]);
});
