import * as contract from '#contract/imports.ts';
import type { Serve } from '#platform/http/serve.ts';
import { makeTurns } from '#platform/http/turns.ts';
import type { Deps } from '../../app/deps.ts';
import type { SessionUser } from '../../services/auth/public.ts';
import { createImports, deleteImport } from './commands.ts';
import { listImports } from './queries.ts';
import { toImport } from './view.ts';

/** Registers the days from elsewhere (docs/rules.md#days-from-elsewhere). */
export function importRoutes(serve: Serve<SessionUser>, { db }: Deps): void {
  // A file can take hundreds of megabytes while it is read.
  const inTurn = makeTurns();
  serve(contract.createImports, ({ user, files, now }) =>
    inTurn('file', () => createImports(db, user, files.file, now)),
  );
  serve(contract.listImports, async ({ user }) => (await listImports(db, user.id)).map(toImport));
  serve(contract.deleteImport, ({ user, params }) => deleteImport(db, user.id, params.id));
}
