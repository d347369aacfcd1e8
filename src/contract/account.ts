import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const exportData = endpoint({
  method: 'GET',
  path: '/api/auth/export',
  access: 'user',
  summary: 'Download all data of the signed-in user: JSON, CSV and photos in one archive',
  download: 'application/zip',
  rate: 'export',
});

const NO_PASSWORD = 'Please enter your password';

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/auth/account',
  access: 'user',
  summary: 'Delete the account for good; missions with other members must be handed over first',
  body: z.object({
    password: z.string(NO_PASSWORD).check(z.minLength(1, NO_PASSWORD), z.maxLength(1024, NO_PASSWORD)),
  }),
  errors: ['wrong_password', 'missions_to_hand_over', 'conflict'],
  rate: 'delete_account',
});
