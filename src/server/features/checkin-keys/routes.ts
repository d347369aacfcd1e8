import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#contract/checkin-keys.ts';
import { fail } from '#platform/http/errors.ts';
import { refuseUnusedKey } from '#platform/http/idempotency.ts';
import { logSecurity } from '#platform/http/log.ts';
import { callerOf } from '#platform/http/rate-limits.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import { readPairs } from '../../life/public.ts';
import type { SessionUser } from '../../services/auth/public.ts';
import { once } from '../../services/idempotency-keys/public.ts';
import { requireMember } from '../missions/access.ts';
import { requireKeyHolder } from './access.ts';
import { checkInByKey, createCheckinKey } from './commands.ts';
import * as queries from './queries.ts';
import { readKeyCount } from './read.ts';
import { toKeyPreview } from './view.ts';

export function checkinKeyRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  const { db } = deps;
  serve(contract.listCheckinKeys, ({ user }) => queries.listKeys(db, user.id));

  serve(contract.createCheckinKey, requireMember, ({ body, ...call }) =>
    once(
      deps,
      call,
      (tx) => createCheckinKey(tx, deps.config, call, body),
      () => logSecurity(call.request, 'key_created', { user_id: call.user.id }),
    ),
  );

  serve(contract.deleteCheckinKey, async ({ user, params }) => {
    if (!(await queries.deleteKey(db, user.id, params.id))) fail('checkin_key_not_found');
  });
}

/**
 * Uses its own scope, because tags and buttons send bodies of any type, which the server does not read. The instant of
 * the headers counts, so the response need not wait for the body.
 */
export function keyLinkRoutes(scope: FastifyInstance, serve: Serve, deps: Deps): void {
  const { db, limits, clock } = deps;
  scope.addHook('onRequest', async (request, reply) => {
    // An unreadable type would be refused before any parser runs.
    delete request.headers['content-type'];
    reply.header('x-robots-tag', 'noindex');
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, body, done) => {
    body.resume();
    done(null);
  });

  serve(contract.previewCheckinKey, async ({ params, now }) => {
    const key = await requireKeyHolder(db, params.key, { now });
    const [member] = await readPairs(db, [key], now);
    return member ? toKeyPreview(key, member.life, now) : fail('key_unknown');
  });

  const useKey = async (request: FastifyRequest, key: string, query: contract.KeyQuery, now: Date) => {
    const { user_id, receipt } = await checkInByKey(deps, key, readKeyCount(query), now);
    logSecurity(request, 'key_used', { user_id });
    return receipt;
  };

  serve(contract.checkInByKey, ({ params, query, now, request }) => useKey(request, params.key, query, now));

  // The page's own address, which a tag contains, also checks in.
  scope.post<{ Params: { '*': string }; Querystring: contract.KeyQuery }>('/key/*', async (request, reply) => {
    const caller = callerOf(request, reply);
    await limits.general(caller);
    await limits.named(contract.checkInByKey.rate, 'before_body', caller);
    refuseUnusedKey(contract.checkInByKey, request.headers['idempotency-key']);
    const receipt = await useKey(request, request.params['*'], request.query, clock.now());
    return reply.header('cache-control', 'no-store').send(receipt);
  });
}
