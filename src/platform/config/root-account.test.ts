import { describe, expect, it } from 'vitest';
import { checkAccount } from './root-account.ts';

const development = { production: false, allow_root: false };
const production = { production: true, allow_root: false };

describe('running as root', () => {
  it('is rejected in production with a sentence that names both solutions', () => {
    expect(() => checkAccount(production, 0)).toThrow(
      'Emberkin does not run as root in production: start it as another user (docs/hosting.md), or set ALLOW_ROOT=1.',
    );
  });

  it('is accepted with a warning in development, and in production with ALLOW_ROOT=1', () => {
    for (const settings of [development, { production: true, allow_root: true }])
      expect(checkAccount(settings, 0)).toMatch(/^Emberkin runs as root\. .+$/);
  });

  it('prints no warning for other accounts, or if accounts have no numbers', () => {
    expect(checkAccount(production, 1000)).toBeNull();
    expect(checkAccount(production, undefined)).toBeNull();
  });
});
