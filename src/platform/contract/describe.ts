import * as z from 'zod/mini';

/** Keywords of JSON Schema that a schema does not say by itself. */
export type Keywords = Readonly<Record<string, unknown>>;

/** The names, sentences and keywords of the document, where zod-openapi reads them. */
export const docs = z.globalRegistry;

/** How a field of percent with decimals is written; other numbers are whole. */
export const DECIMAL: Keywords = { type: 'number', minimum: 0, maximum: 100 };

const put = (schema: z.ZodMiniType, words: Parameters<typeof docs.add>[1]) => schema.register(docs, words);

/** A copy of a schema, with what the document says of the property that it is for. */
export const described = <S extends z.ZodMiniType>(schema: S, words: string, keywords?: Keywords): S =>
  put(schema.clone(), { description: words, ...(keywords && { override: keywords }) }) as S;

/** Gives a schema its name in the document, and says there what it is. */
export const named = <S extends z.ZodMiniType>(id: string, words: string, schema: S): S =>
  put(schema, { id, description: words }) as S;

/** The same for an object, by its properties. */
export const namedObject = <S extends z.core.$ZodLooseShape>(id: string, words: string, shape: S) =>
  named(id, words, z.object(shape));
