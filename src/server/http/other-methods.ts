import type { FastifyInstance } from 'fastify';
import { API } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { answerPreflight, type CorsOrigins } from './cors.ts';
import { send } from './error-handler.ts';
import { Failure } from './errors.ts';
import type { IsForAdmin } from './networks.ts';

const patternOf = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** The endpoints of each path of the contract and of its aliases. */
function endpointsByPath(): { pattern: RegExp; endpoints: Endpoint[] }[] {
  const paths = new Map<string, Endpoint[]>();
  for (const endpoint of Object.values(API))
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
      paths.set(path, [...(paths.get(path) ?? []), endpoint]);
  return [...paths].map(([path, endpoints]) => ({ pattern: patternOf(path), endpoints }));
}

/**
 * Answers a path of the contract that does not take the method with 405 and `Allow`, and OPTIONS with 204, before
 * anybody signs in: which methods there are is no secret. Other unknown paths stay 404, and so do the operator's where
 * they do not exist. OPTIONS also answers the preflights of browsers (docs/rules.md#requests-and-errors).
 */
export function answerOtherMethods(app: FastifyInstance, isForAdmin: IsForAdmin, cors_origins: CorsOrigins): void {
  let known: ReturnType<typeof endpointsByPath> | undefined;
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || (request.url.startsWith('/api/admin/') && !isForAdmin(request))) return done();
    known ??= endpointsByPath();
    const path = request.url.split('?', 1)[0]!;
    // A path such as /api/missions/join fits two patterns, and takes what either does.
    const endpoints = known.filter(({ pattern }) => pattern.test(path)).flatMap((each) => each.endpoints);
    if (endpoints.length === 0) return done();
    // GET is answered to HEAD as well.
    const allowed = new Set(endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
    reply.header('allow', [...allowed, 'OPTIONS'].join(', '));
    if (request.method !== 'OPTIONS') {
      send(reply, new Failure('method_not_allowed'));
      return;
    }
    answerPreflight(request, reply, endpoints, cors_origins);
    reply.code(204).header('cache-control', 'no-store').send();
  });
}
