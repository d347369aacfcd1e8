import { expect, it } from 'vitest';
import { isSameOriginPath } from './same-origin-path.ts';

it.each(['/', '/dashboard', '/mission/1?tab=a#checkin', '/a//b', '/join/ABC%2Fx'])(
  '%j is a path of this origin.',
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
])('%j is not a path of this origin.', (path) => {
  expect(isSameOriginPath(path)).toBe(false);
});
