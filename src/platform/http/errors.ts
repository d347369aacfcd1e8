import {
  type ErrorBody,
  type ErrorCode,
  type ExactName,
  type ProblemBody,
  statusOf,
} from '#platform/contract/errors.ts';
import { readProblem } from '#platform/i18n/problem.ts';
import type { Arguments, Translate } from '#platform/i18n/translate.ts';
import type { Registered } from '#platform/register.ts';
import { translateFor } from './language.ts';

type Exact = {
  [N in ExactName]: keyof Arguments[`errors.exact.${N}`] extends never
    ? { exact: N; values?: never }
    : { exact: N; values: Arguments[`errors.exact.${N}`] };
}[ExactName];

export type FailureExtra = (Exact | { exact?: never; values?: never }) & FailureFacts;

interface FailureFacts extends Omit<Partial<ErrorBody>, 'code' | 'detail'> {
  /** For invalid input: the problem that replaces the first field's. */
  problem?: string | undefined;
  /** Seconds. */
  retryAfter?: number;
}

/** The schema library's messages are in English. */
const readLibrary = (message: string, path: string, t: Translate) =>
  t.language.tag === 'en' ? message : t('problems.invalid', { path });

/** A rejected request. The table of errors has the status and body for its code. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly extra: Pick<FailureFacts, 'errors'> & Registered<'error_facts', unknown>;
  readonly retryAfter: number | undefined;
  readonly #problem: string | undefined;
  readonly #key: string;
  readonly #values: object;

  constructor(code: ErrorCode, { retryAfter, exact, values, problem, ...extra }: FailureExtra = {}) {
    super(code);
    this.code = code;
    this.extra = extra;
    this.retryAfter = retryAfter;
    this.#problem = problem;
    this.#key = exact === undefined ? `errors.${code}` : `errors.exact.${exact}`;
    this.#values = values ?? {};
    this.message = this.#detail(translateFor('en'));
  }

  get status(): number {
    return statusOf(this.code);
  }

  /** Returns the error's sentence. For invalid input, it is the sentence of the first wrong field. */
  #detail(t: Translate): string {
    const first = this.code === 'invalid_input' ? this.extra.errors?.[0] : undefined;
    const problem = this.#problem ?? first?.message;
    if (problem !== undefined) return readProblem(problem, t) ?? readLibrary(problem, first?.path ?? '', t);
    return (t as (key: string, values: object) => string)(this.#key, this.#values);
  }

  body(t: Translate): ProblemBody {
    const { errors, ...extra } = this.extra;
    const read = errors?.map(({ path, message }) => ({
      path,
      message: readProblem(message, t) ?? readLibrary(message, path, t),
    }));
    return {
      type: `/docs/api/errors/${this.code}`,
      title: (t as (key: string, values: object) => string)(`errors.${this.code}`, {}),
      status: this.status,
      code: this.code,
      detail: this.#detail(t),
      ...(read && { errors: read }),
      ...extra,
    };
  }
}

/** Ends the request with an error of the API. */
export function fail(code: ErrorCode, extra: FailureExtra = {}): never {
  throw new Failure(code, extra);
}

/** Throws a Failure for one wrong field; `message` is a packed problem. */
export const failField = (path: string, message: string): never =>
  fail('invalid_input', { errors: [{ path, message }] });
