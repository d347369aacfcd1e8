import { TriangleAlert } from 'lucide-react';
import type { AdminStats } from '#contract/admin.ts';

const textOf = ({ version, newer_minor }: AdminStats['database']): string =>
  newer_minor === null
    ? `PostgreSQL ${version}`
    : `PostgreSQL ${version}: ${newer_minor} has security fixes. See “PostgreSQL” in the guide to operations.`;

/** Shows the database's version and the minor release with fixes for it. */
export function DatabaseNote({ database }: Pick<AdminStats, 'database'>) {
  return (
    <p className="flex gap-2.5 text-sm text-ink-2">
      {database.newer_minor !== null && <TriangleAlert className="mt-px size-4.5 shrink-0 text-flame" aria-hidden />}
      <span>{textOf(database)}</span>
    </p>
  );
}
