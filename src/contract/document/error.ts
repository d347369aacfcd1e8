import * as z from 'zod/mini';
import { described, namedObject } from '#platform/contract/describe.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { ERRORS } from '../errors.ts';
import { Mission } from '../missions.ts';

const code = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]);
const WrongField = z.object({
  path: described(z.string(), 'The field, with dots between its parts.'),
  message: described(z.string(), 'A sentence for the person who filled it in.'),
});
const MissionInTheWay = z.pick(Mission, { id: true, title: true });

/** `ProblemBody` of the contract as a schema. */
export const ErrorAnswer = namedObject('Error', 'Why a call failed.', {
  type: described(z.string(), 'Names the failure as RFC 9457 does: a path that leads to the documentation.'),
  title: described(z.string(), 'The sentence of the code, without what is particular to this answer.'),
  status: described(z.int(), 'The HTTP status.'),
  code: described(code, 'Which failure it is; the meaning of a code never changes.'),
  detail: described(z.string(), 'A sentence for people, which can change.'),
  errors: described(z.optional(z.array(WrongField)), 'All wrong fields of a request, one entry each.'),
  mission_id: described(z.optional(z.string()), 'The mission it is about, where that helps.'),
  missions: described(z.optional(z.array(MissionInTheWay)), 'The missions that keep you from deleting your account.'),
});
