import { deviceOf, deviceInWords as inWords } from '#domain/device-name.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';

/** Names the device of a user agent, such as 'Chrome on Android'. */
export const deviceInWords = (t: ScreenTranslate, userAgent: string): string =>
  inWords(deviceOf(userAgent), {
    both: (known) => t('app.settings.sessions.device', known),
    unknown: () => t('app.settings.sessions.unknown_device'),
  });
