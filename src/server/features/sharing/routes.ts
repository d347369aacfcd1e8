import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#platform/http/errors.ts';
import { translateOf } from '#platform/http/language.ts';
import { callerOf } from '#platform/http/rate-limits.ts';
import { fontFile } from '#platform/images/fonts.ts';
import type { Deps } from '../../app/deps.ts';
import { translateFor } from '../../language/translate-for.ts';
import type { SharedFigures } from '../../pictures/share-picture.ts';
import { noSharePage, SHARE_STYLE, sharePage } from './page/view.ts';
import { cacheSharePictures } from './picture/view.ts';
import { readShareToken, type Shared, sharePicturePath, signedSharePath } from './public.ts';
import { findSharedCompletion } from './queries.ts';

interface ByToken {
  Params: { token: string };
}

const HOUR = 'public, max-age=3600';
const DAY = 'public, max-age=86400';

/** Identifies a picture by the results, which are everything that it shows. */
const etagOf = (shared: SharedFigures) =>
  `"${createHash('sha256').update(JSON.stringify(shared)).digest('base64url').slice(0, 22)}"`;

/**
 * The page and its picture are not part of the API, but have the limits of its public calls before any lookup.
 * Pictures also have a lower limit, because drawing a picture takes a second.
 */
export function sharingRoutes(app: FastifyInstance, { db, signatures, limits, config, images, clock }: Deps): void {
  const findPicture = cacheSharePictures(images);
  const limitPage = (request: FastifyRequest, reply: FastifyReply) => limits.general(callerOf(request, reply));
  const limitPicture = async (request: FastifyRequest, reply: FastifyReply) => {
    await limitPage(request, reply);
    await limits.named('share', 'before_body', callerOf(request, reply));
  };
  const find = async (token: string): Promise<{ key: Shared; shared: SharedFigures } | null> => {
    const key = readShareToken(signatures, token);
    const shared = key && (await findSharedCompletion(db, key, clock.now()));
    return shared && { key, shared };
  };
  const html = (reply: FastifyReply, status: number, page: string) =>
    reply.code(status).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);

  app.get<ByToken>('/share/:token', { onRequest: limitPage }, async (request, reply) => {
    const found = await find(request.params.token);
    if (!found) {
      // In the reader's language, because the page shows no member's results.
      const t = translateOf(request);
      reply.headers({ 'content-language': t.language.tag, vary: 'accept-language' });
      return html(reply, 404, noSharePage(t, config));
    }
    const url = config.public_url + signedSharePath(signatures, found.key);
    const t = translateFor(found.shared.language);
    return html(reply, 200, sharePage(t, found.shared, { url, picture_url: sharePicturePath(url) }, config));
  });

  app.get<ByToken>('/share/:token/picture.png', { onRequest: limitPicture }, async (request, reply) => {
    const { shared } = (await find(request.params.token)) ?? fail('not_found');
    const etag = etagOf(shared);
    const known = request.headers['if-none-match'] === etag;
    const picture = known ? null : await findPicture(etag, shared);
    // Other sites may embed it.
    reply.header('cache-control', HOUR).header('etag', etag).header('cross-origin-resource-policy', 'cross-origin');
    return picture ? reply.type('image/png').send(picture) : reply.code(304).send();
  });

  app.get('/share/style.css', async (_request, reply) =>
    reply.header('cache-control', HOUR).type('text/css; charset=utf-8').send(SHARE_STYLE),
  );
  for (const family of ['gabarito', 'figtree'] as const)
    app.get(`/share/${family}.woff2`, async (_request, reply) =>
      reply
        .header('cache-control', DAY)
        .type('font/woff2')
        .send(await readFile(fontFile(family, 'latin'))),
    );
}
