import { DELETED_NAME } from '#domain/deleted-name.ts';
import { getT } from '#platform/web/lib/language.ts';

/** Parses JSON and translates the name of deleted accounts into the screen's language. */
export function parseAnswer(text: string): unknown {
  if (!text.includes(DELETED_NAME)) return JSON.parse(text);
  return JSON.parse(text, (key, value) =>
    value === DELETED_NAME && key.endsWith('name') ? getT()('start.common.deleted_user') : value,
  );
}
