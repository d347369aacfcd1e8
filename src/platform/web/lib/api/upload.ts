import type { Transport } from './api.ts';

/**
 * Creates a transport that reports the share of the body sent, from 0 to 1; fetch cannot do that.
 *
 * `init.headers` must be a plain record, as api.ts creates it.
 */
export const uploading =
  (onProgress: (part: number) => void): Transport =>
  (address, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address);
      for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>))
        request.setRequestHeader(name, value);
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      };
      request.onload = () => {
        const { status, responseText } = request;
        const answerHeaders = new Headers();
        for (const name of ['content-type', 'retry-after']) {
          const value = request.getResponseHeader(name);
          if (value) answerHeaders.set(name, value);
        }
        resolve(new Response(status === 204 ? null : responseText, { status, headers: answerHeaders }));
      };
      request.onerror = () => reject(new TypeError('The server did not respond.'));
      request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body as XMLHttpRequestBodyInit | null);
    });
