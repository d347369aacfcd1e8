/**
 * What stands in the field `id` right now. The sent page can be typed into, or filled in by the browser, before its
 * living twin takes over: the twin begins with what is there.
 */
export const prefilledValue = (id: string): string => {
  if (typeof document === 'undefined') return '';
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field.value : '';
};
