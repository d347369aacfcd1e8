export type Cell = string | number | boolean | null;

/** Text that spreadsheets take for a formula; the escapes are the full-width forms of `+`, `-`, `=` and `@`. */
const FORMULA = /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

function formatCell(value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  // The apostrophe makes a spreadsheet read the rest as text. A plain number is harmless as it is.
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Rows as CSV (RFC 4180), header first, lines ending in CRLF. Text that a spreadsheet would run as a formula gets a
 * leading apostrophe, because anybody can write one into a name or a title.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}
