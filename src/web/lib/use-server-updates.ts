import { useEffect, useRef } from 'react';
import type { Form } from './form.ts';

/** The fields that show what `base` had and for which `fresh` has something else. */
export function changedFields<V extends Record<string, unknown>>(values: V, base: V, fresh: V): (keyof V & string)[] {
  return Object.keys(fresh).filter((name) => values[name] === base[name] && fresh[name] !== base[name]);
}

/**
 * A form that opened with what this device last knew, or while somebody else edits the same, takes over what the server
 * says now in every field that nobody touched. What is typed stays.
 */
export function useServerUpdates<V extends Record<string, string>>(
  form: Pick<Form<V>, 'values' | 'set'>,
  fresh: V,
): void {
  const base = useRef(fresh);
  useEffect(() => {
    for (const name of changedFields(form.values, base.current, fresh)) form.set(name, fresh[name]!);
    base.current = fresh;
  });
}
