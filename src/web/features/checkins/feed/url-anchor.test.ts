import { expect, test } from 'vitest';
import { anchorOf } from '#domain/notifications.ts';
import { readAnchor } from './url-anchor.ts';

const [checkin, comment] = ['019aa5b0-0000-7000-8000-000000000001', '019aa5b0-0000-7000-8000-000000000002'];

test('anchors survive a round trip', () => {
  expect(readAnchor('checkin')).toEqual({ element: 'checkin', comment_id: null });
  expect(readAnchor(anchorOf(checkin))).toEqual({ element: `checkin-${checkin}`, comment_id: null });
  expect(readAnchor(anchorOf(checkin, comment))).toEqual({ element: `checkin-${checkin}`, comment_id: comment });
});

test.each(['', 'feed', 'checkin-', 'checkin-x', `checkin-${checkin}-comment-x`, `x-checkin-${checkin}`])(
  '%j is not an anchor',
  (hash) => expect(readAnchor(hash)).toBeNull(),
);
