import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { getToken } from '#web/lib/session/session.ts';

const NO_ANSWER = {
  code: 'network',
  status: 0,
  detail: 'No connection. Please check your network and try again.',
} as const;

/** The name that the server gives the file, or one of our own. */
const nameOf = (answer: Response) =>
  /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'emberkin.zip';

/**
 * Fetches a file by its call and has the browser save it. A link would do without the bearer header, which is why this
 * holds it in memory for a moment. Throws `ApiError`.
 */
export async function download(endpoint: Endpoint & { readonly download: string }): Promise<void> {
  const headers = { authorization: `Bearer ${getToken()}` };
  const answer = await fetch(endpoint.path, { headers }).catch(() => {
    throw new ApiError(NO_ANSWER);
  });
  if (!answer.ok) {
    const body = await answer.json().catch(() => ({ code: 'internal', detail: '' }));
    throw new ApiError({ ...body, status: answer.status });
  }
  // Ends with an error when the server could not go on: half an archive is none.
  const blob = await answer.blob().catch(() => {
    throw new ApiError(NO_ANSWER);
  });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = nameOf(answer);
  link.click();
  // The browser has begun to save by the next turn; Safari by a little later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
