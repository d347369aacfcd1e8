import { createConfig, formatProblems, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '#contract/document/document.ts';

/** Lints the OpenAPI document by Redocly's strict rules, which allow no warning. */
const config = await createConfig({ extends: ['recommended-strict'] });
const source = JSON.stringify(openApiDocument('https://emberkin.example'));
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
if (problems.length > 0) {
  const count = (severity: string) => problems.filter((problem) => problem.severity === severity).length;
  formatProblems(problems, {
    format: 'stylish',
    version: '',
    totals: { errors: count('error'), warnings: count('warn'), ignored: 0 },
  });
  process.exitCode = 1;
}
