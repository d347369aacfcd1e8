import { type DocsCondition, ONLY_IF, STAND_INS } from '#contract/api-docs.ts';
import { escapeHtml } from '#platform/lib/html.ts';
import type { Config } from '../../app/config.ts';

type Facts = Pick<Config, 'public_url' | 'imprint_url' | 'privacy_url' | 'plans'>;

const CONDITIONAL = new RegExp(`<(\\w+) ${ONLY_IF}="(\\w+)"([^>]*>[\\s\\S]*?</\\1>)`, 'g');

/** Cuts out the elements whose condition does not hold, also those inside others. */
const withoutIdle = (built: string, holds: Record<DocsCondition, boolean>): string =>
  built.replaceAll(CONDITIONAL, (_element, tag: string, condition: DocsCondition, rest: string) =>
    holds[condition] ? `<${tag}${withoutIdle(rest, holds)}` : '',
  );

/** A built page as this server sends it: with its own addresses, and without what does not hold here. */
export function toDocsPage(built: string, { public_url, imprint_url, privacy_url, plans }: Facts): string {
  const [imprint, privacy] = [imprint_url !== null, privacy_url !== null];
  return withoutIdle(built, { plans, legal: imprint || privacy, imprint, privacy })
    .replaceAll(STAND_INS.public_url, () => escapeHtml(public_url))
    .replaceAll(STAND_INS.imprint_url, () => escapeHtml(imprint_url ?? ''))
    .replaceAll(STAND_INS.privacy_url, () => escapeHtml(privacy_url ?? ''));
}
