import { afterEach, beforeEach, expect, vi } from 'vitest';
import { closeAfterFile } from './after-file.ts';

closeAfterFile();

// Output on console.error or console.warn fails the test, unless the test expects it and clears the mock.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  expect(vi.mocked(console.warn).mock.calls).toEqual([]);
  vi.restoreAllMocks();
});
