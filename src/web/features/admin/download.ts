import { toast } from '#web/lib/toast.ts';

export interface CsvFile {
  filename: string;
  csv: string;
  rows: number;
  total: number;
}

/** Hands a CSV to the browser as a file, with the mark by which spreadsheets know UTF-8. */
export function saveCsv({ filename, csv, rows, total }: CsvFile): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  URL.revokeObjectURL(url);
  if (rows < total) toast.info(`The file holds the first ${rows} of ${total} rows`);
}
