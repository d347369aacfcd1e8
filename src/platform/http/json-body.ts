import type { FastifyInstance } from 'fastify';
import { Failure } from './errors.ts';

/**
 * JSON is the only body besides forms. An empty one counts as none: clients send the header with calls without a body
 * too. A PATCH may call it a merge patch (RFC 7396), which is what every PATCH here is.
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
