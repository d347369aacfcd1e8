import { API } from '#contract/api.ts';
import type { TestApp } from '../test-app.ts';
import type { TestUser } from './users.ts';

/** Sends a file as a browser's form does. Its name says nothing, because only the content counts. */
export async function sendImport(t: TestApp, user: Pick<TestUser, 'token'> | null, file: Buffer | string) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), 'export.bin');
  const body = new Response(form);
  const headers = {
    'content-type': body.headers.get('content-type') ?? '',
    ...(user && { authorization: `Bearer ${user.token}` }),
  };
  return t.app.inject({
    method: 'POST',
    url: API.createImports!.path,
    headers,
    payload: Buffer.from(await body.arrayBuffer()),
  });
}
