import * as z from 'zod/mini';
import { PasswordConfirmation } from './auth.ts';
import { endpoint } from './endpoint.ts';

export const exportData = endpoint({
  method: 'GET',
  path: '/api/auth/export',
  access: 'user',
  summary: 'Download all your data: JSON, CSV and photos in one archive',
  download: 'application/zip',
  rate: 'export',
});

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/auth/account',
  access: 'user',
  summary: 'Delete your account for good; hand over missions with other members first',
  body: z.object({
    password: PasswordConfirmation,
  }),
  errors: ['wrong_password', 'sign_in_again', 'missions_to_hand_over', 'conflict'],
  rate: 'delete_account',
});
