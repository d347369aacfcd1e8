import * as contract from '#contract/push.ts';
import { PUSH_DEVICES_MAX } from '#domain/limits.ts';
import { fail, failField } from '#platform/http/errors.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Push } from '#platform/push/push.ts';
import type { Deps } from '../../app/deps.ts';
import type { SessionUser } from '../auth/public.ts';
import { once } from '../idempotency-keys/public.ts';
import { lockUser } from '../profile/public.ts';
import * as queries from './queries.ts';

/** Ends the request if the endpoint is not allowed. */
function requireEndpoint(push: Push, endpoint: string): void {
  if (!push.accepts(endpoint)) failField('endpoint', contract.UNKNOWN_SERVICE);
}

export function pushRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  const { db, push } = deps;
  serve(contract.pushKey, async () => ({ public_key: push.public_key }));

  serve(contract.listPushSubscriptions, async ({ user }) => {
    const devices = await queries.listDevices(db, user.id);
    return devices.map(({ session_id, ...device }) => ({ ...device, current: session_id === user.session_id }));
  });

  serve(contract.createPushSubscription, ({ user, body, now, idempotency }) => {
    requireEndpoint(push, body.endpoint);
    return once(deps, { user, idempotency, now }, async (tx) => {
      await lockUser(tx, user.id);
      if (!(await queries.lockSession(tx, user.session_id))) fail('not_signed_in');
      const device = {
        user_id: user.id,
        session_id: user.session_id,
        endpoint: body.endpoint,
        ...body.keys,
        name: body.name,
      };
      if ((await queries.countOtherDevices(tx, device)) >= PUSH_DEVICES_MAX) fail('push_device_limit');
      const { session_id: _, ...saved } = await queries.saveDevice(tx, device, now);
      return { ...saved, current: true };
    });
  });

  serve(contract.deletePushSubscription, async ({ user, params }) => {
    if (!(await queries.deleteDevice(db, user.id, params.id))) fail('not_found');
  });
}
