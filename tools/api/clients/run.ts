import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as heyApi from './hey-api.ts';
import * as openapiTypescript from './openapi-typescript.ts';
import * as orval from './orval.ts';

const { EMBERKIN_URL: url = '', EMBERKIN_TOKEN: token = '' } = process.env;
const photo = new Blob([readFileSync(join(import.meta.dirname, '../generated/photo.jpg'))], { type: 'image/jpeg' });

for (const [name, { tickAndPost }] of Object.entries({ openapiTypescript, heyApi, orval })) {
  const path = await tickAndPost({ url, token, photo });
  const answer = await fetch(new URL(path, url));
  if (!answer.ok) throw new Error(`${name} posted a photo that is not there: ${answer.status}`);
  process.stdout.write(`${name}: a tick and a photo\n`);
}
