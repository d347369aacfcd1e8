import { describe, expect, it } from 'vitest';
import { checkAccount } from './root-account.ts';

const development = { production: false, allow_root: false };
const production = { production: true, allow_root: false };

describe('the account of the process', () => {
  it('is rejected in production if it is root, with a sentence that names both solutions', () => {
    expect(() => checkAccount(production, 0)).toThrow(
      'Emberkin does not run as root in production: start it as another user (docs/hosting.md), or set ALLOW_ROOT=1.',
    );
  });

  it('is accepted as root with a warning in development or with `ALLOW_ROOT=1`', () => {
    for (const settings of [development, { production: true, allow_root: true }])
      expect(checkAccount(settings, 0)).toMatch(/^Emberkin runs as root\. .+$/);
  });

  it('is accepted without a warning if it is not root or has no number', () => {
    expect(checkAccount(production, 1000)).toBeNull();
    expect(checkAccount(production, undefined)).toBeNull();
  });
});
