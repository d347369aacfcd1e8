import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PHOTO_SIZES } from '#domain/photo-sizes.ts';
import { fail } from '#platform/http/errors.ts';
import { SECOND_MS } from '#platform/lib/durations.ts';
import { getPicture } from '#platform/storage/whole-picture.ts';
import type { Deps } from '../../app/deps.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^(?:512|96)\.webp$/;
const YEAR = 'public, max-age=31536000, immutable';

const PHOTO = new Set(PHOTO_SIZES.map((size) => `${size}.webp`));

interface Params {
  Params: { id: string; name: string };
}
interface Signed extends Params {
  Querystring: { until?: unknown; signature?: unknown };
}

/**
 * Serves whole pictures, always with the type WebP. Their IDs are random and their bytes never change. Avatars are
 * public and cached for a year. Photos of check-ins are visible to anyone with a URL signed for a member, until it
 * expires (docs/rules.md#photos).
 */
export function registerMedia(
  app: FastifyInstance,
  { storage, photo_urls, clock }: Pick<Deps, 'storage' | 'photo_urls' | 'clock'>,
): void {
  const send = async (key: string, cache: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = await getPicture(storage, key);
    if (!file) {
      request.log.warn({ key }, 'a picture is missing');
      return fail('not_found');
    }
    const etag = `"${key}"`;
    reply.header('cache-control', cache).header('etag', etag).header('x-content-type-options', 'nosniff');
    if (request.headers['if-none-match'] === etag) {
      file.stream.destroy();
      return reply.code(304).send();
    }
    return reply.type('image/webp').header('content-length', file.size).send(file.stream);
  };

  app.get<Params>('/media/avatars/:id/:name', { exposeHeadRoute: true }, async (request, reply) => {
    const { id, name } = request.params;
    if (!ID.test(id) || !NAME.test(name)) return fail('not_found');
    return send(`avatars/${id}/${name}`, YEAR, request, reply);
  });

  app.get<Signed>('/media/checkins/:id/:name', { exposeHeadRoute: true }, async (request, reply) => {
    const { id, name } = request.params;
    const { until, signature } = request.query;
    if (!ID.test(id) || !PHOTO.has(name)) return fail('not_found');
    const key = `checkins/${id}/${name}`;
    const now = clock.now();
    const end = photo_urls.expiry(key, String(until), String(signature), now) ?? fail('not_found');
    const seconds = Math.floor((end.getTime() - now.getTime()) / SECOND_MS);
    return send(key, `private, max-age=${seconds}, immutable`, request, reply);
  });
}
