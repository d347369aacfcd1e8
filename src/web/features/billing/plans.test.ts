import { expect, test } from 'vitest';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { getT } from '#platform/web/lib/language.ts';
import { upgradeProblem } from './plans.ts';

const FAILED = 'Failed to start upgrade process. Please try again.';

test("shows the server's sentence for a refused upgrade, and a general one for a transient error", () => {
  const detail = "Upgrades aren't available here yet";
  expect(upgradeProblem(getT(), new ApiError({ code: 'upgrades_off', status: 400, detail }))).toBe(detail);
  expect(upgradeProblem(getT(), new ApiError({ code: 'payments_unavailable', status: 503, detail: 'Away' }))).toBe(
    FAILED,
  );
  expect(upgradeProblem(getT(), new ApiError({ code: 'network', status: 0, detail: 'No connection' }))).toBe(FAILED);
  expect(upgradeProblem(getT(), new Error('oops'))).toBe(FAILED);
});
