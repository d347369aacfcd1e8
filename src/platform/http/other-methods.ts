import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { answerPreflight, type CorsRules } from './cors.ts';
import { send } from './error-handler.ts';
import { Failure } from './errors.ts';
import type { IsForAdmin } from './networks.ts';

const patternOf = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

function groupByPath(all: readonly Endpoint[]): { pattern: RegExp; endpoints: Endpoint[] }[] {
  const paths = new Map<string, Endpoint[]>();
  for (const endpoint of all)
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
      paths.set(path, [...(paths.get(path) ?? []), endpoint]);
  return [...paths].map(([path, endpoints]) => ({ pattern: patternOf(path), endpoints }));
}

/**
 * Answers a known path with another method by 405 and `Allow`, and OPTIONS by 204. Needs no sign-in, because methods
 * are public. Other paths stay 404, as do the operator's if they are hidden. Also answers preflights
 * (docs/rules.md#accounts).
 */
export function answerOtherMethods(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  isForAdmin: IsForAdmin,
  cors: CorsRules,
): void {
  let known: ReturnType<typeof groupByPath> | undefined;
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || (request.url.startsWith('/api/admin/') && !isForAdmin(request))) return done();
    known ??= groupByPath(endpoints);
    const path = request.url.split('?', 1)[0]!;
    // A path such as /api/missions/join matches two patterns and accepts the methods of both.
    const fitting = known.filter(({ pattern }) => pattern.test(path)).flatMap((each) => each.endpoints);
    if (fitting.length === 0) return done();
    // Fastify answers HEAD wherever it answers GET.
    const allowed = new Set(fitting.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
    reply.header('allow', [...allowed, 'OPTIONS'].join(', '));
    if (request.method !== 'OPTIONS') {
      send(reply, new Failure('method_not_allowed'));
      return;
    }
    answerPreflight(request, reply, fitting, cors);
    reply.code(204).header('cache-control', 'no-store').send();
  });
}
