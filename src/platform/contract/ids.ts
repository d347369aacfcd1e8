import * as z from 'zod/mini';
import { problem } from '#platform/i18n/problem.ts';

const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
/** By this message the server recognises a malformed id, which gets the same 404 as an unknown one. */
export const NOT_AN_ID = 'Not an id';

/** The id of a thing: a UUID of any version, in any case; it is read as lower case, as all comparisons need it. */
export const Id = z.string(NOT_AN_ID).check(z.regex(UUID, NOT_AN_ID), z.toLowerCase());
/** The parameters of a path that names one thing. */
export const IdParams = z.object({ id: Id });
const noId = {
  error: ({ path = [] }: { path?: PropertyKey[] | undefined }) =>
    problem('problems.not_an_id', { path: path.join('.') }),
};
const NO_THING = '00000000-0000-0000-0000-000000000000';
/**
 * The id of a thing inside another. A malformed one becomes an id that does not exist, so that it gets the 404 of an
 * unknown inner thing instead of the 404 of the outer thing; what is no text at all is a wrong field, 422.
 */
export const InnerId = z.pipe(
  z.string(noId),
  z.transform((s) => (UUID.test(s) ? s.toLowerCase() : NO_THING)),
);
/**
 * A UUID that the client created, or that marks the position of a page; in any case, as `Id`. A malformed one is a wrong
 * field, 422.
 */
export const ClientId = z.string(noId).check(z.regex(UUID, noId), z.toLowerCase());
