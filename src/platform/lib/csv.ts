export type Cell = string | number | boolean | null;

/**
 * The place before a sign that a spreadsheet takes for the start of a formula (full-width forms included): at the start
 * of the cell, and after everything at which some spreadsheet splits, whatever the quotes say. It takes quotes around
 * such a piece away, so the sign may also stand behind quotes.
 */
const BEFORE_FORMULA = /(?<=^|[,;\t|\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

function formatCell(value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  // The apostrophe makes a spreadsheet read what follows as text. A plain number is harmless as it is.
  const safe = NUMBER.test(text) ? text : text.replace(BEFORE_FORMULA, "'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * One line of CSV (RFC 4180), ending in CRLF; null is an empty cell. Wherever a spreadsheet could read a formula an
 * apostrophe goes before it, because anybody can write one into a name or a title.
 */
export const toCsvRow = (cells: readonly Cell[]): string => `${cells.map(formatCell).join(',')}\r\n`;

/** Rows as CSV, the header first; each row as `toCsvRow` writes it. */
export const toCsv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [header, ...rows].map(toCsvRow).join('');
