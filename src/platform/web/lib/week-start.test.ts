import { afterEach, expect, it, vi } from 'vitest';
import { changeLanguage } from './language.ts';
import { firstWeekday } from './week-start.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  await changeLanguage('en');
});

it.each([
  ['en', ['en-US', 'en'], 6],
  ['en', ['en-GB'], 0],
  ['en', ['en'], 0],
  ['en', ['de-DE', 'en-CA'], 6],
  ['ms', ['en-US'], 0],
  ['zh-Hans', ['zh-TW'], 6],
  ['ar', ['ar-MA'], 0],
  ['ar', ['ar-EG'], 5],
  ['ar', [], 5],
])('starts the week of %s for a browser in %j on day %i', async (tag, languages, day) => {
  vi.stubGlobal('navigator', { languages });
  await changeLanguage(tag);
  expect(firstWeekday()).toBe(day);
});
