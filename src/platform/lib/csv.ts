export type Cell = string | number | boolean | null;

/**
 * The position before a sign that starts a formula in a spreadsheet, including the full-width signs. Some spreadsheets
 * split at these separators even inside quotes, then drop the quotes around the piece. So the sign can follow quotes.
 */
const BEFORE_FORMULA = /(?<=^|[,;\t|\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

function formatCell(value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  // The apostrophe makes a spreadsheet read text. A plain number is harmless.
  const safe = NUMBER.test(text) ? text : text.replace(BEFORE_FORMULA, "'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Formats a CSV line (RFC 4180) that ends in CRLF; null is an empty cell. Puts an apostrophe before each possible
 * formula, because users can write formulas into names and titles.
 */
export const toCsvRow = (cells: readonly Cell[]): string => `${cells.map(formatCell).join(',')}\r\n`;

/** Formats a header and rows as `toCsvRow` does. */
export const toCsv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [header, ...rows].map(toCsvRow).join('');
