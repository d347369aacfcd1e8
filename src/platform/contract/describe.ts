import * as z from 'zod/mini';

export type Keywords = Readonly<Record<string, unknown>>;

/** The IDs, descriptions and keywords of the OpenAPI document; zod-openapi reads them here. */
export const docs = z.globalRegistry;

/** A percentage with decimals; other numbers are integers. */
export const DECIMAL: Keywords = { type: 'number', minimum: 0, maximum: 100 };

const put = (schema: z.ZodMiniType, words: Parameters<typeof docs.add>[1]) => schema.register(docs, words);

/** Clones a schema with the description of one property. */
export const described = <S extends z.ZodMiniType>(schema: S, words: string, keywords?: Keywords): S =>
  put(schema.clone(), { description: words, ...(keywords && { override: keywords }) }) as S;

/** Gives a schema its name and description in the document. */
export const named = <S extends z.ZodMiniType>(id: string, words: string, schema: S): S =>
  put(schema, { id, description: words }) as S;

/** Gives an object schema its name and description. */
export const namedObject = <S extends z.core.$ZodLooseShape>(id: string, words: string, shape: S) =>
  named(id, words, z.object(shape));
