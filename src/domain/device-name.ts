/* The order matters: a user agent also lists the names of older browsers. */
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

export type Device = Partial<Record<'browser' | 'system', string | undefined>>;

/** Returns the names of the browser and the system of a user agent, if known. */
export const deviceOf = (userAgent: string): Device => ({
  browser: find(BROWSERS, userAgent),
  system: find(SYSTEMS, userAgent),
});

/** Formats a device in a language: `both` for a browser with its system, `unknown` if both are missing. */
export function deviceInWords(
  { browser, system }: Device,
  words: { readonly both: (known: { browser: string; system: string }) => string; readonly unknown: () => string },
): string {
  if (browser && system) return words.both({ browser, system });
  return browser ?? system ?? words.unknown();
}

/** Returns the English name of a device, such as 'Chrome on Android'. The server recognizes devices by it. */
export const deviceName = (userAgent: string): string =>
  deviceInWords(deviceOf(userAgent), {
    both: ({ browser, system }) => `${browser} on ${system}`,
    unknown: () => 'Unknown device',
  });
