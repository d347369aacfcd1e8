import type { RateName } from '#domain/rate-limits.ts';
import type { Arguments } from '#messages/generated/arguments.d.ts';
import type { ERRORS, ErrorFacts } from './errors.ts';
import type { Audience, Hint } from './live.ts';

declare module '#platform/register.ts' {
  interface Register {
    messages: Arguments;
    errors: typeof ERRORS;
    error_facts: ErrorFacts;
    subject: 'mission_id' | 'previous_id';
    rates: RateName;
    hint: Hint;
    audience: Audience;
  }
}
