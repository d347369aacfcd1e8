import { expect, it } from 'vitest';
import { isSameOriginPath } from './same-origin-path.ts';

it.each(['/', '/dashboard', '/mission/1?tab=a#checkin', '/a//b', '/join/ABC%2Fx'])(
  'isSameOriginPath accepts %j',
  (path) => {
    expect(isSameOriginPath(path)).toBe(true);
  },
);

it.each([
  '',
  'dashboard',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  ' /dashboard',
])('isSameOriginPath rejects %j', (path) => {
  expect(isSameOriginPath(path)).toBe(false);
});
