import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { readProblem } from '#platform/i18n/problem.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { getT } from './language.ts';
import { toast } from './toast.ts';

type Values = Record<string, unknown>;
type Problems<V> = Partial<Record<keyof V & string, string>>;

interface FormOptions<V extends Values, Out> {
  /** The endpoint's schema, or a function that loads it. `check` validates fields that the schema lacks. */
  schema: z.ZodMiniType<Out> | (() => Promise<z.ZodMiniType<Out>>);
  initial: V;
  /** Rules that the schema cannot express, such as two equal passwords. Schema errors take precedence. */
  check?: (values: V) => Problems<V>;
  /** Receives the parsed values. Its errors become field errors or a toast. */
  submit: (parsed: Out, values: V) => Promise<void>;
  failed: string;
}

export interface Form<V extends Values> {
  values: V;
  errors: Problems<V>;
  busy: boolean;
  set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  setErrors: (errors: Problems<V>) => void;
  /** Props for Field or CountedField; only for text values. */
  field: (name: keyof V & string) => FieldProps;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  reset: () => void;
}

export interface FieldProps {
  id: string;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement> | ChangeEvent<HTMLTextAreaElement>) => void;
}

const firstByField = (issues: readonly { path: PropertyKey[] | string; message: string }[]): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const { path, message } of issues) {
    const name = typeof path === 'string' ? path.split('.')[0] : String(path[0]);
    if (name) found[name] ??= readProblem(message, getT()) ?? message;
  }
  return found;
};

function useProblems<V extends Values>(failed: string) {
  const [errors, setErrors] = useState<Problems<V>>({});
  const [refused, setRefused] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement | null>(null);

  useEffect(() => {
    if (refused.length === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // An invalid value without a visible field must not fail silently.
    if (wrong) wrong.focus();
    else toast.error(refused[0] ?? failed);
  }, [refused, failed]);

  const refuse = (problems: Problems<V>) => {
    setErrors(problems);
    setRefused(Object.values<string | undefined>(problems).filter((problem) => problem !== undefined));
  };
  return { form, errors, setErrors, refuse };
}

async function parse<V extends Values, Out>(
  { schema: source, check }: FormOptions<V, Out>,
  values: V,
): Promise<{ data: Out } | { problems: Problems<V> }> {
  const schema = typeof source === 'function' ? await source() : source;
  const parsed = schema.safeParse(values);
  const problems = { ...check?.(values), ...(parsed.success ? {} : firstByField(parsed.error.issues)) } as Problems<V>;
  if (!parsed.success || Object.keys(problems).length > 0) return { problems };
  return { data: parsed.data };
}

/** Maps a failed call's errors to the fields of this form. Returns an empty object if there are none. */
function problemsOf<V extends Values>(error: unknown, values: V): Problems<V> {
  if (!(error instanceof ApiError)) return {};
  return firstByField(error.errors.filter(({ path }) => (path.split('.')[0] ?? '') in values)) as Problems<V>;
}

/** Manages a form's state: it focuses the first invalid field and ignores submits while busy. */
export function useForm<V extends Values, Out>(options: FormOptions<V, Out>): Form<V> {
  const [values, setValues] = useState(options.initial);
  const { form, errors, setErrors, refuse } = useProblems<V>(options.failed);
  const [busy, setBusy] = useState(false);
  // A second Enter can arrive before React has rendered the disabled button.
  const sending = useRef(false);

  const set: Form<V>['set'] = (name, value) => {
    setValues((now) => ({ ...now, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others as Problems<V>);
  };

  const run = async () => {
    const parsed = await parse(options, values);
    if ('problems' in parsed) return refuse(parsed.problems);
    setErrors({});
    await options.submit(parsed.data, values);
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    form.current = event.currentTarget;
    sending.current = true;
    setBusy(true);
    try {
      await run();
    } catch (error) {
      const problems = problemsOf(error, values);
      if (Object.keys(problems).length > 0) refuse(problems);
      else toast.failure(error, options.failed);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return {
    values,
    errors,
    busy,
    set,
    setErrors: refuse,
    field: (name) => ({
      id: name,
      name,
      value: String(values[name] ?? ''),
      error: errors[name],
      onChange: (event) => set(name, event.target.value as V[typeof name]),
    }),
    onSubmit: (event) => void onSubmit(event),
    reset: () => {
      setValues(options.initial);
      setErrors({});
    },
  };
}
