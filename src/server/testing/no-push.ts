import { type Push, PushRefused } from '#platform/push/push.ts';

/** For tests that are not about push messages: every message is refused permanently. */
export const noPush: Push = {
  public_key: 'none',
  accepts: () => true,
  restSeconds: () => 0,
  reserve: () => () => undefined,
  send: () => Promise.reject(new PushRefused('This test sends no push messages.')),
};
