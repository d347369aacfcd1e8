import type { ReactNode } from 'react';
import { useT } from '#platform/web/lib/language.ts';

interface DataDetailsProps {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  keys?: readonly string[];
}

const SCROLLS = 'mt-2 max-h-96 overflow-auto rounded-md border-2 border-line';

/** Renders a chart's values as a table, closed at first. */
export function DataDetails({ caption, head, rows, keys }: DataDetailsProps) {
  const t = useT();
  return (
    <details className="group mt-3">
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-sm text-sm font-semibold text-ink-2 underline decoration-line-strong decoration-2 underline-offset-4 hover:text-ink">
        {t('start.kit.show_table')}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls, which has to work by the keyboard too */}
      <section aria-label={t('start.kit.table', { caption })} tabIndex={0} className={SCROLLS}>
        <table className="w-full text-sm tabular">
          <caption className="sr-only">{caption}</caption>
          <thead className="bg-sunk text-ink-2">
            <tr className="h-10">
              {head.map((name, i) => (
                <th key={name} scope="col" className={i === 0 ? 'px-3 text-start' : 'px-3 text-end'}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={keys?.[at] ?? String(row[0])} className="border-t border-line">
                {row.map((cell, i) =>
                  i === 0 ? (
                    <th key={head[i]} scope="row" className="px-3 py-2 text-start font-normal">
                      {cell}
                    </th>
                  ) : (
                    <td key={head[i]} className="px-3 py-2 text-end">
                      {cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
