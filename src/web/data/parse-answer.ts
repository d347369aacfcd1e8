import { DELETED_NAME } from '#domain/deleted-name.ts';
import { getT } from '#platform/web/lib/language.ts';

/** The answer that a text of JSON holds, in which deleted accounts have their name in the language of the screen. */
export function parseAnswer(text: string): unknown {
  if (!text.includes(DELETED_NAME)) return JSON.parse(text);
  return JSON.parse(text, (key, value) =>
    value === DELETED_NAME && key.endsWith('name') ? getT()('start.common.deleted_user') : value,
  );
}
