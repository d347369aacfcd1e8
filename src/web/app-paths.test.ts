import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { makeRouter } from './app/router.tsx';
import { APP_PATHS } from './app-paths.ts';

describe('APP_PATHS', () => {
  const paths = Object.keys(makeRouter(createMemoryHistory()).routesByPath).filter((path) => path !== '/$');

  it('matches each path of the router', () => {
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !APP_PATHS.test(path) || !APP_PATHS.test(`${path}?a=b`))).toEqual([]);
    expect(APP_PATHS.test('/')).toBe(true);
  });

  it.each([
    ...['/api/site', '/docs', '/docs/api', '/help', '/media/a/512.webp', '/share/x', '/health', '/ready'],
    ...['/metrics', '/.well-known/security.txt', '/openapi.json', '/loginx', '/Dashboard'],
    ...['/oauth2/callback?code=1', '/cdn-cgi/access/authorized', '/outpost.goauthentik.io/start', '/.auth/login'],
  ])('leaves %s to the network', (path) => {
    expect(APP_PATHS.test(path)).toBe(false);
  });
});
