import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/lib/clock.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { send } from './error-handler.ts';
import { Failure } from './errors.ts';

const EXPIRES_AFTER_MS = 180 * DAY_MS;

interface Parts {
  readonly clock: Clock;
  readonly config: { readonly public_url: string; readonly support_email: string | null };
}

/**
 * Serves the paths where programs look for a security contact (RFC 9116), the password form and the API catalog (RFC
 * 9727). Other paths below `/.well-known/` return 404 in JSON, because no page is there.
 */
export function serveWellKnown(app: FastifyInstance, { clock, config }: Parts): void {
  app.get('/.well-known/security.txt', (_request, reply) => {
    if (config.support_email === null) return send(reply, new Failure('not_found'));
    const expires = new Date(clock.now().getTime() + EXPIRES_AFTER_MS).toISOString();
    const lines = [
      `Contact: mailto:${config.support_email}`,
      `Expires: ${expires}`,
      `Canonical: ${config.public_url}/.well-known/security.txt`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/settings#change-password', 302));
  app.get('/.well-known/api-catalog', (_request, reply) => {
    const at = (path: string) => `${config.public_url}${path}`;
    const catalog = {
      anchor: at('/api'),
      'service-desc': [{ href: at('/api/openapi.json'), type: 'application/json' }],
      'service-doc': [{ href: at('/docs/api'), type: 'text/html' }],
    };
    const type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
    return reply.type(type).send(JSON.stringify({ linkset: [catalog] }));
  });
  app.get('/.well-known/*', (_request, reply) => send(reply, new Failure('not_found')));
  app.get('/openapi.json', (_request, reply) => reply.redirect('/api/openapi.json', 308));
}
