export { jsonSchema, openApiDocument } from '#contract/docs/document.ts';
