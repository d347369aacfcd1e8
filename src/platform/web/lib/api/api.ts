import type { Answer, Endpoint, Input } from '#platform/contract/endpoint.ts';
import type { ErrorBody, ErrorCode } from '#platform/contract/errors.ts';
import { getT } from '#platform/web/lib/language.ts';
import { endSession, getToken } from '#platform/web/lib/session/session.ts';
import { ApiError } from './api-error.ts';
import { setOnline } from './connectivity.ts';

type PartOf<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends object
  ? undefined extends Input<E, K>
    ? { readonly [P in K]?: Input<E, K> }
    : Record<never, never> extends Input<E, K>
      ? { readonly [P in K]?: Input<E, K> }
      : { readonly [P in K]: Input<E, K> }
  : { readonly [P in K]?: never };

type Files<E extends Endpoint> = E['files'] extends object
  ? { readonly files?: { readonly [N in keyof E['files']]?: Blob | null } }
  : { readonly files?: never };

export type CallOptions<E extends Endpoint> = PartOf<E, 'params'> &
  PartOf<E, 'query'> &
  PartOf<E, 'body'> &
  Files<E> & { readonly signal?: AbortSignal; readonly transport?: Transport };

/** Sends a request like fetch does. The transport in upload.ts also reports its progress. */
export type Transport = (address: string, init: RequestInit) => Promise<Response>;

type Parts = { params?: unknown; query?: unknown; body?: unknown; files?: unknown };
type Fields = Record<string, unknown>;
const fieldsOf = (part: unknown): [string, unknown][] =>
  Object.entries((part ?? {}) as Fields).filter(([, value]) => value !== undefined);

function addressOf(endpoint: Endpoint, { params, query }: Parts): string {
  const values = (params ?? {}) as Fields;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams(fieldsOf(query).map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Builds a JSON body, or a form if there is a file. A form sends `null` as empty text. */
function payloadOf({ body, files }: Parts): { headers: Record<string, string>; body?: string | FormData } {
  const parts = fieldsOf(files).filter((entry): entry is [string, Blob] => entry[1] instanceof Blob);
  if (parts.length > 0) {
    const form = new FormData();
    for (const [name, value] of fieldsOf(body)) form.append(name, value === null ? '' : String(value));
    // Files come last, so the server has the fields before it reads the picture.
    for (const [name, file] of parts) form.append(name, file);
    return { headers: {}, body: form };
  }
  return body === undefined
    ? { headers: {} }
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Marks the app offline and returns the error for a call without a response from the API. */
export function noAnswer(isDoor = false): ApiError {
  setOnline(false, isDoor);
  return new ApiError({
    code: isDoor ? 'door' : 'network',
    status: 0,
    detail: getT()('start.errors.no_connection'),
  });
}

let parse: (text: string) => unknown = (text) => JSON.parse(text);

/** Sets the parser for JSON responses. */
export function parseAnswersWith(parser: typeof parse): void {
  parse = parser;
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return parse(await response.text());
  } catch (cause) {
    if ((cause as Error).name === 'AbortError') throw cause;
    // A truncated 2xx body counts as no response.
    if (response.ok) throw noAnswer();
    return undefined;
  }
}

/** Returns true for an error body of the API. Proxies in front of the server send other bodies. */
export const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof (value as ErrorBody | null)?.code === 'string' && 'detail' in (value as ErrorBody);

async function send(address: string, init: RequestInit, transport: Transport = fetch): Promise<Response> {
  try {
    return await transport(address, init);
  } catch (cause) {
    // An aborted call is not an error to show; a timeout counts as no response.
    if (init.signal?.aborted && (init.signal.reason as Error).name !== 'TimeoutError') throw cause;
    throw noAnswer();
  }
}

/** Calls an endpoint with the given token. Throws `ApiError` for every error response. */
export async function fetchFrom<const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  token: string | null,
): Promise<Answer<E>> {
  const { headers, body } = payloadOf(options);
  const init = {
    method: endpoint.method,
    // The API never redirects, so a redirect is a sign-in proxy that sends users to its own page.
    redirect: 'manual' as const,
    headers: {
      accept: 'application/json',
      'accept-language': getT().language.tag,
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    ...(options.signal && { signal: options.signal }),
  };
  const response = await send(addressOf(endpoint, options), init, options.transport);
  const answer = await readJson(response);
  if (!response.ok) throw errorOf(response, answer);
  setOnline(true);
  return answer as Answer<E>;
}

/** Statuses of a sign-in proxy that refuses; 0 is a redirect. */
const DOOR = [401, 403, 0];

/** Converts an error response. Only an error body of the API counts as a response of the server. */
export function errorOf(response: Response, answer: unknown): ApiError {
  const { status, headers } = response;
  const retry_after_s = Number(headers.get('retry-after')) || undefined;
  const isOurs = isErrorBody(answer);
  if (!isOurs && status !== 429 && status < 500) return noAnswer(DOOR.includes(status));
  setOnline(true);
  if (isOurs) return new ApiError({ ...answer, status, body: answer, retry_after_s });
  // A proxy responded instead of the API, so there is no sentence to show.
  return new ApiError({ code: 'internal', status, detail: '', retry_after_s });
}

/**
 * Calls the API by its contract and returns the typed response.
 *
 * Throws `ApiError` for an error response, with code `network` after a timeout or without a response. An aborted call
 * throws the browser's AbortError.
 */
export async function call<const E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<Answer<E>> {
  const token = getToken();
  try {
    return await fetchFrom(endpoint, options, token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || !token) throw error;
    if (error.code === ('wrong_credentials' satisfies ErrorCode)) throw error;
    endSession(token);
    // The app shows the same sentence, and equal toasts appear only once.
    throw new ApiError({ code: error.code, status: 401, detail: getT()('start.errors.session_expired') });
  }
}
