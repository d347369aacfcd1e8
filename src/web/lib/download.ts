import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { getToken } from '#web/lib/session/session.ts';

const NO_ANSWER = {
  code: 'network',
  status: 0,
  detail: 'No connection. Please check your network and try again.',
} as const;

/** The file name in the answer, or a default. */
const nameOf = (answer: Response) =>
  /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'emberkin.zip';

/**
 * Fetches a file and has the browser save it. It goes through memory, because a link could not send the bearer token.
 * Throws `ApiError`.
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
  // Rejects if the server broke off: half an archive is of no use.
  const blob = await answer.blob().catch(() => {
    throw new ApiError(NO_ANSWER);
  });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = nameOf(answer);
  link.click();
  // Revoking at once would break the download in Safari, which starts to save later than other browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
