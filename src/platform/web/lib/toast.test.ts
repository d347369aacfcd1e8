import { expect, it } from 'vitest';
import { attachToaster, toast } from './toast.ts';

it('Toasts from before the toaster was loaded come with their action once it is.', () => {
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
