import { expect, it, vi } from 'vitest';
import { chooseLanguage, readLanguageNote, workerTranslate } from './worker-language.ts';

vi.mock('#platform/web/device-db.ts', () => ({
  deviceDb: async () => {
    throw new Error('The browser forbids storage');
  },
}));

it("prefers the language chosen on the device over the browser's", () => {
  expect(chooseLanguage('ms', ['zh-CN', 'en'])).toBe('ms');
  expect(chooseLanguage(undefined, ['zh-CN', 'en'])).toBe('zh-Hans');
  expect(chooseLanguage('gone', ['fr', 'ar-EG'])).toBe('ar');
  expect(chooseLanguage(undefined, ['fr'])).toBe('en');
});

it('translates into each language, and into English for one that no longer exists', () => {
  expect(workerTranslate('zh-Hans')('worker.push.check_in')).toBe('打卡');
  expect(workerTranslate('gone')('worker.push.check_in')).toBe('Check in');
});

it('finds no chosen language if the browser forbids storage', async () => {
  expect(await readLanguageNote()).toBeUndefined();
});
