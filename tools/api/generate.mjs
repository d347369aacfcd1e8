import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { generate } from 'orval';
import ts from 'typescript';

/** Generates a client with each of three generators from the document in the folder of the argument. */
const out = process.argv[2];
const document = join(out, 'openapi.json');

// As its own documentation has it: a file is a Blob.
const BLOB = ts.factory.createTypeReferenceNode(ts.factory.createIdentifier('Blob'));
const lines = await openapiTS(JSON.parse(readFileSync(document, 'utf8')), {
  transform: ({ format }) => (format === 'binary' ? BLOB : undefined),
});
mkdirSync(join(out, 'openapi-typescript'), { recursive: true });
writeFileSync(join(out, 'openapi-typescript/schema.ts'), astToString(lines));

// The other two know one body for a call: here the form, as it can carry a photo.
const onlyForm = ({ requestBody }) => {
  requestBody.content = { 'multipart/form-data': requestBody.content['multipart/form-data'] };
};
await createClient({
  input: document,
  output: join(out, 'hey-api'),
  parser: { patch: { operations: { 'POST /api/checkins': onlyForm } } },
  logs: { level: 'silent' },
});
await generate({
  input: {
    target: document,
    override: {
      transformer: (whole) => {
        onlyForm(whole.paths['/api/checkins'].post);
        return whole;
      },
    },
  },
  output: {
    target: join(out, 'orval/client.ts'),
    client: 'fetch',
    mode: 'single',
    baseUrl: { getBaseUrlFromSpecification: true },
  },
});
