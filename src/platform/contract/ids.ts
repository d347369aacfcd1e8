import * as z from 'zod/mini';
import { problem } from '#platform/i18n/problem.ts';

const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
/** The server recognizes a malformed ID by this message and returns the 404 of an unknown ID. */
export const NOT_AN_ID = 'Not an id';

/** A UUID of any version and case, parsed to lower case because all comparisons need that. */
export const Id = z.string(NOT_AN_ID).check(z.regex(UUID, NOT_AN_ID), z.toLowerCase());
export const IdParams = z.object({ id: Id });
const noId = {
  error: ({ path = [] }: { path?: PropertyKey[] | undefined }) =>
    problem('problems.not_an_id', { path: path.join('.') }),
};
const NO_THING = '00000000-0000-0000-0000-000000000000';
/**
 * The ID of an item inside another. A malformed one becomes an ID that does not exist, so the response is the 404 of
 * the inner item. A non-string is an invalid field (422).
 */
export const InnerId = z.pipe(
  z.string(noId),
  z.transform((s) => (UUID.test(s) ? s.toLowerCase() : NO_THING)),
);
/** A UUID that the client created, or a page cursor, in any case. A malformed one is an invalid field (422). */
export const ClientId = z.string(noId).check(z.regex(UUID, noId), z.toLowerCase());
