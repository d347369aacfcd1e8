import { useEffect, useRef } from 'react';
import type { Form } from './form.ts';

/** The fields that still have the value of `base` while `latest` has another one. */
export function changedFields<V extends Record<string, unknown>>(values: V, base: V, latest: V): (keyof V & string)[] {
  return Object.keys(latest).filter((name) => values[name] === base[name] && latest[name] !== base[name]);
}

/**
 * Updates the fields of a form that the user has not touched when the server has newer values: the form may have opened
 * with cached ones, or somebody else may be editing the same. What the user typed stays.
 */
export function useServerUpdates<V extends Record<string, string>>(
  form: Pick<Form<V>, 'values' | 'set'>,
  latest: V,
): void {
  const base = useRef(latest);
  useEffect(() => {
    for (const name of changedFields(form.values, base.current, latest)) form.set(name, latest[name]!);
    base.current = latest;
  });
}
