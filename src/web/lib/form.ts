import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { toast } from './toast.ts';

type Values = Record<string, unknown>;
type Problems<V> = Partial<Record<keyof V & string, string>>;

interface FormOptions<V extends Values, Out> {
  /** The endpoint's own schema, or how to load it; fields that it does not know are left to `check`. */
  schema: z.ZodMiniType<Out> | (() => Promise<z.ZodMiniType<Out>>);
  initial: V;
  /** Rules that the schema cannot know, such as two equal passwords. They stand after the schema's. */
  check?: (values: V) => Problems<V>;
  /** Gets what the schema made of the values. What it throws becomes field errors or a toast. */
  submit: (parsed: Out, values: V) => Promise<void>;
  /** Shown when the server gives no detail. */
  failed: string;
}

export interface Form<V extends Values> {
  values: V;
  errors: Problems<V>;
  busy: boolean;
  set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  setErrors: (errors: Problems<V>) => void;
  /** Spread into Field or CountedField: id, name, value, change handler, error. Texts only. */
  field: (name: keyof V & string) => FieldProps;
  /** For `<form onSubmit noValidate>`. */
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
    if (name) found[name] ??= message;
  }
  return found;
};

/** Values, errors by field, the busy flag; the first wrong field gets the focus; a second submit while busy does nothing. */
export function useForm<V extends Values, Out>(options: FormOptions<V, Out>): Form<V> {
  const [values, setValues] = useState(options.initial);
  const [errors, setErrors] = useState<Problems<V>>({});
  const [busy, setBusy] = useState(false);
  // A second Enter arrives before React has drawn the disabled button.
  const sending = useRef(false);
  const form = useRef<HTMLFormElement | null>(null);
  const [wrongNow, setWrongNow] = useState<readonly string[]>([]);

  useEffect(() => {
    if (wrongNow.length === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // A wrong value that has no field on the screen must not fail in silence.
    if (wrong) wrong.focus();
    else toast.error(wrongNow[0] ?? options.failed);
  }, [wrongNow, options.failed]);

  const refuse = (problems: Problems<V>) => {
    setErrors(problems);
    setWrongNow(Object.values<string | undefined>(problems).filter((p) => p !== undefined));
  };

  const set: Form<V>['set'] = (name, value) => {
    setValues((now) => ({ ...now, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others as Problems<V>);
  };

  const receive = (error: unknown) => {
    const shown =
      error instanceof ApiError ? firstByField(error.errors.filter((e) => (e.path.split('.')[0] ?? '') in values)) : {};
    if (Object.keys(shown).length > 0) refuse(shown as Problems<V>);
    else toast.error(detailOf(error, options.failed));
  };

  const run = async () => {
    const schema = typeof options.schema === 'function' ? await options.schema() : options.schema;
    const parsed = schema.safeParse(values);
    const problems = {
      ...options.check?.(values),
      ...(parsed.success ? {} : firstByField(parsed.error.issues)),
    } as Problems<V>;
    if (!parsed.success || Object.keys(problems).length > 0) return refuse(problems);
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
      receive(error);
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
