import { createHash } from 'node:crypto';
import { STAND_INS } from '#contract/api-docs.ts';
import { escapeHtml } from '#platform/lib/html.ts';
import type { Config } from '../../app/config.ts';

type Facts = Pick<Config, 'public_url' | 'imprint_url' | 'privacy_url' | 'plans'>;

/** Inserts an address, or removes its link if this server has none. */
const putLink = (html: string, standIn: string, url: string | null): string =>
  url === null
    ? html.replace(new RegExp(`<a [^>]*href="${standIn}".*?</a>`), '')
    : html.replaceAll(standIn, () => escapeHtml(url));

/** Returns a built page with this server's addresses, without what does not apply here. */
export function toDocsPage(built: string, { public_url, imprint_url, privacy_url, plans }: Facts): string {
  const page = putLink(built, STAND_INS.public_url, public_url);
  return putLink(putLink(page, STAND_INS.imprint_url, imprint_url), STAND_INS.privacy_url, privacy_url)
    .replace(/<nav aria-label="About"[^>]*><\/nav>/, '')
    .replaceAll(/<!--plans-->(.*?)<!--\/plans-->/gs, (_, text: string) => (plans ? text : ''));
}

/** Returns the hashes of a page's inline scripts, for the directive `script-src`. */
export const inlineScripts = (page: string): string[] =>
  [...page.matchAll(/<script(?: type="text\/javascript")?>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
