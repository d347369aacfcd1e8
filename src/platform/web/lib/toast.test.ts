import { expect, it } from 'vitest';
import { attachToaster, toast } from './toast.ts';

it('passes toasts with their actions to a toaster that loads later', () => {
  const action = { label: 'Undo', run: () => undefined };
  const shown: unknown[][] = [];
  toast.success('Checked in', action);
  const detach = attachToaster((...toast) => void shown.push(toast));
  toast.error('No');
  detach();
  expect(shown).toEqual([
    ['success', 'Checked in', action],
    ['error', 'No'],
  ]);
});
