import { deviceOf } from '#domain/device-name.ts';
import type { ScreenTranslate } from '#web/lib/language.ts';

/** The device of a user agent in words: 'Chrome on Android'. */
export function deviceInWords(t: ScreenTranslate, userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('app.settings.sessions.device', { browser, system });
  return browser ?? system ?? t('app.settings.sessions.unknown_device');
}
