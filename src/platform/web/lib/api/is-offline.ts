import { ApiError } from './api-error.ts';

/** Returns true if a call failed because the device has no network. */
export const isOffline = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'network' && !navigator.onLine;
