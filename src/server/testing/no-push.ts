import { type Push, PushRefused } from '#platform/push/push.ts';

/** Refuses every push message permanently, for tests about other things. */
export const noPush: Push = {
  public_key: 'none',
  accepts: () => true,
  restSeconds: () => 0,
  reserve: () => () => undefined,
  send: () => Promise.reject(new PushRefused('This test sends no push messages.')),
};
