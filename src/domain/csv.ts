export type Cell = string | number | boolean | null;

/** What spreadsheets take for the beginning of a formula, full-width twins included. */
const FORMULA = /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

function cellOf(value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  // An apostrophe makes a spreadsheet read what follows as text; a plain number is harmless as it is.
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Rows as CSV by RFC 4180, lines ending in CRLF, the header first. Text that a spreadsheet would run as a formula
 * begins with an apostrophe: names and titles are written by anybody (Limits: rule 7).
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}
