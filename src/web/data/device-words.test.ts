import { expect, it } from 'vitest';
import { getT } from '#platform/web/lib/language.ts';
import { deviceInWords } from './device-words.ts';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)', 'iPad'],
  ['curl/8.5.0', 'Unknown device'],
])('names the device of %s: %s', (agent, name) => {
  expect(deviceInWords(getT(), agent)).toBe(name);
});
