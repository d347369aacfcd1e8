import type { Answer, Endpoint } from '#platform/contract/endpoint.ts';
import type { CallOptions, TestApp } from '../test-app.ts';

/** Makes a call that must succeed and returns its response body. */
export async function succeed<E extends Endpoint>(
  t: TestApp,
  endpoint: E,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const { statusCode, body } = await t.call(endpoint, options);
  if (statusCode >= 300) throw new Error(`${endpoint.method} ${endpoint.path} is ${statusCode}: ${body}`);
  return (body === '' ? undefined : JSON.parse(body)) as Answer<E>;
}
