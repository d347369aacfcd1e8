import type { FastifyInstance } from 'fastify';
import { Failure } from './errors.ts';

/**
 * Accepts JSON as the only body besides forms. An empty body counts as none, because clients send the header without a
 * body. A PATCH may be a merge patch (RFC 7396), as all our PATCH calls are.
 */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, body as string, done);
  });
  app.addContentTypeParser('application/merge-patch+json', { parseAs: 'string' }, (request, body, done) => {
    if (request.method === 'PATCH') parse(request, body as string, done);
    else done(new Failure('unsupported_media_type'));
  });
}
