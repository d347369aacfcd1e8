import type { FastifyInstance } from 'fastify';
import type { Storage } from '../adapters/storage.ts';
import { fail } from './errors.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^(?:512|96)\.webp$/;
const YEAR = 'public, max-age=31536000, immutable';

interface Params {
  Params: { id: string; name: string };
}

/**
 * Serves profile pictures. Their ids are random and their bytes never change, so they are public and kept for a year.
 * They are sent as WebP whatever is in the file, and as nothing else (Limits: rule 8).
 */
export function registerMedia(app: FastifyInstance, { storage }: { storage: Storage }): void {
  app.get<Params>('/media/avatars/:id/:name', { exposeHeadRoute: true }, async (request, reply) => {
    const { id, name } = request.params;
    if (!ID.test(id) || !NAME.test(name)) return fail('not_found');
    const file = await storage.get(`avatars/${id}/${name}`);
    if (!file) return fail('not_found');
    const etag = `"${id}-${name}"`;
    reply.header('cache-control', YEAR).header('etag', etag).header('x-content-type-options', 'nosniff');
    if (request.headers['if-none-match'] === etag) {
      file.stream.destroy();
      return reply.code(304).send();
    }
    return reply.type('image/webp').header('content-length', file.size).send(file.stream);
  });
}
