import * as z from 'zod/mini';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { describe } from './registry.ts';

/** `ErrorBody` of the contract as a schema. */
export const ErrorAnswer = z.object({
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  detail: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  mission_id: z.optional(z.string()),
  missions: z.optional(z.array(z.object({ id: z.string(), title: z.string() }))),
});

describe(ErrorAnswer, {
  id: 'Error',
  is: 'Why a call failed.',
  fields: {
    code: 'Which failure it is; the meaning of a code never changes.',
    detail: 'A sentence for a person, which may change.',
    errors: {
      is: 'All wrong fields of a request, one entry each.',
      fields: {
        path: 'The field, with dots between its parts.',
        message: 'A sentence for the person who filled it in.',
      },
    },
    mission_id: 'The mission that it is about, where one helps to go on.',
    missions: {
      is: 'The missions that stand in the way of deleting an account.',
      fields: { id: 'The id of the mission.', title: 'The title of the mission.' },
    },
  },
});
