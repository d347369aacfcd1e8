import { deviceOf, deviceInWords as inWords } from '#domain/device-name.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';

/** The device of a user agent in words: 'Chrome on Android'. */
export const deviceInWords = (t: ScreenTranslate, userAgent: string): string =>
  inWords(deviceOf(userAgent), {
    both: (known) => t('app.settings.sessions.device', known),
    unknown: () => t('app.settings.sessions.unknown_device'),
  });
