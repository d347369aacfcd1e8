import type { Answer, Endpoint } from '#platform/contract/endpoint.ts';
import type { CallOptions, TestApp } from '../test-app.ts';

/** The answer of a call that tests build on; it has to succeed. */
export async function succeed<E extends Endpoint>(
  t: TestApp,
  endpoint: E,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const { statusCode, body } = await t.call(endpoint, options);
  if (statusCode >= 300) throw new Error(`${endpoint.method} ${endpoint.path} is ${statusCode}: ${body}`);
  return (body === '' ? undefined : JSON.parse(body)) as Answer<E>;
}
