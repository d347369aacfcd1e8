import { type DocsCondition, ONLY_IF, STAND_INS } from '#contract/api-docs.ts';
import type { Config } from '../../config/config.ts';

type Facts = Pick<Config, 'public_url' | 'imprint_url' | 'privacy_url' | 'plans'>;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);

const CONDITIONAL = new RegExp(`<(\\w+) ${ONLY_IF}="(\\w+)"[^>]*>[\\s\\S]*?</\\1>`, 'g');

/** A built page as this server sends it: with its own addresses, and without what does not hold here. */
export function toDocsPage(built: string, { public_url, imprint_url, privacy_url, plans }: Facts): string {
  const holds: Record<DocsCondition, boolean> = { plans, imprint: imprint_url !== null, privacy: privacy_url !== null };
  return built
    .replaceAll(CONDITIONAL, (element, _tag, condition: DocsCondition) => (holds[condition] ? element : ''))
    .replaceAll(STAND_INS.public_url, () => escapeHtml(public_url))
    .replaceAll(STAND_INS.imprint_url, () => escapeHtml(imprint_url ?? ''))
    .replaceAll(STAND_INS.privacy_url, () => escapeHtml(privacy_url ?? ''));
}
