import { createImports, deleteImport, listImports } from '#contract/imports.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { useChange } from '#web/data/use-change.ts';

export const importsQuery = callQuery(keys.imports, listImports);

export const useBringDays = () => useChange('imports', (file: File) => call(createImports, { files: { file } }));

export const useRemoveImport = () => useChange('imports', (id: string) => call(deleteImport, { params: { id } }));
