import { useEffect, useRef } from 'react';
import type { Form } from './form.ts';

/** Returns the fields that still have their `base` value although `latest` has another. */
export function changedFields<V extends Record<string, unknown>>(values: V, base: V, latest: V): (keyof V & string)[] {
  return Object.keys(latest).filter((name) => values[name] === base[name] && latest[name] !== base[name]);
}

/**
 * Updates untouched form fields when the server has newer values; typed text stays.
 *
 * The form might have opened with cached values, or someone else might be editing the same thing.
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
