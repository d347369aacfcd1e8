import { expect, it, vi } from 'vitest';
import { chooseLanguage, readLanguageNote, workerTranslate } from './worker-language.ts';

vi.mock('#platform/web/device-db.ts', () => ({
  deviceDb: async () => {
    throw new Error('The browser forbids storage');
  },
}));

it('The language that was chosen on the device goes before those of the browser.', () => {
  expect(chooseLanguage('ms', ['zh-CN', 'en'])).toBe('ms');
  expect(chooseLanguage(undefined, ['zh-CN', 'en'])).toBe('zh-Hans');
  expect(chooseLanguage('gone', ['fr', 'ar-EG'])).toBe('ar');
  expect(chooseLanguage(undefined, ['fr'])).toBe('en');
});

it('The worker speaks each language, and English instead of one that is gone.', () => {
  expect(workerTranslate('zh-Hans')('worker.push.check_in')).toBe('打卡');
  expect(workerTranslate('gone')('worker.push.check_in')).toBe('Check in');
});

it('Where the browser forbids storage no language is chosen.', async () => {
  expect(await readLanguageNote()).toBeUndefined();
});
