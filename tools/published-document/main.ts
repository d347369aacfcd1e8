import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '#contract/document/document.ts';
import { ROOT } from '#platform/start/root.ts';

/**
 * `node tools/published-document/main.ts` writes this version's OpenAPI document. Later versions must serve all its
 * calls, parameters, fields and statuses.
 */
const file = join(ROOT, 'src', 'platform', 'http', 'fixtures', 'openapi.json');
const text = `${JSON.stringify(openApiDocument('https://emberkin.example'))}\n`;
await writeFile(file, text);
process.stdout.write(`${file} has ${text.length} bytes.\n`);
