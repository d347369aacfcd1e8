const WHOLE_NAME_MAX = 16;

/** Returns the name for a greeting: the whole name up to 16 characters, otherwise its first word. */
export function toGreetingName(name: string): string {
  const whole = name.trim();
  const [first = ''] = whole.split(/\s+/);
  return Array.from(whole).length <= WHOLE_NAME_MAX ? whole : first;
}
