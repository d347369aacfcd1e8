import type { FastifyInstance } from 'fastify';
import { API } from '#contract/api.ts';
import { send } from './error-handler.ts';
import { Failure } from './errors.ts';
import type { IsForAdmin } from './networks.ts';

const patternOf = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** The methods of each path of the contract; GET is answered to HEAD as well. */
function methodsByPath(): { pattern: RegExp; methods: string[] }[] {
  const paths = new Map<string, string[]>();
  for (const { method, path: own, aliases = [] } of Object.values(API))
    for (const path of [own, ...aliases])
      paths.set(path, [...(paths.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  return [...paths].map(([path, methods]) => ({ pattern: patternOf(path), methods }));
}

/**
 * Answers a path of the contract that does not take the method with 405 and `Allow`, and OPTIONS with 204, before
 * anybody signs in: which methods there are is no secret. Other unknown paths stay 404, and so do the operator's where
 * they do not exist.
 */
export function answerOtherMethods(app: FastifyInstance, isForAdmin: IsForAdmin): void {
  let known: ReturnType<typeof methodsByPath> | undefined;
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || (request.url.startsWith('/api/admin/') && !isForAdmin(request))) return;
    known ??= methodsByPath();
    const path = request.url.split('?', 1)[0]!;
    // A path such as /api/missions/join fits two patterns, and takes what either does.
    const allowed = new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods));
    if (allowed.size === 0) return;
    reply.header('allow', [...allowed, 'OPTIONS'].join(', '));
    if (request.method !== 'OPTIONS') return send(reply, new Failure('method_not_allowed'));
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}
