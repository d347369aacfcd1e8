/* The order matters: a browser also lists the names of older browsers in its user agent. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const find = (names: readonly [RegExp, string][], agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1];

/** What a user agent says of a device; a part that is not known is left out. */
export type Device = Partial<Record<'browser' | 'system', string | undefined>>;

/** The browser and the system of a user agent by their own names, as far as they are known. */
export const deviceOf = (userAgent: string): Device => ({
  browser: find(BROWSERS, userAgent),
  system: find(SYSTEMS, userAgent),
});

/** A device in the words of a language: `both` for a browser with its system, `unknown` for neither. */
export function deviceInWords(
  { browser, system }: Device,
  words: { readonly both: (known: { browser: string; system: string }) => string; readonly unknown: () => string },
): string {
  if (browser && system) return words.both({ browser, system });
  return browser ?? system ?? words.unknown();
}

/** The device of a user agent in English words, by which it is known again: 'Chrome on Android'. */
export const deviceName = (userAgent: string): string =>
  deviceInWords(deviceOf(userAgent), {
    both: ({ browser, system }) => `${browser} on ${system}`,
    unknown: () => 'Unknown device',
  });
