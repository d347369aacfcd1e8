import { lazy } from 'react';

export const KeyDialog = lazy(async () => ({ default: (await import('./key-dialog.tsx')).KeyDialog }));
