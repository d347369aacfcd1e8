import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { endpoint } from '#platform/contract/endpoint.ts';
import { PasswordConfirmation } from './auth.ts';

export const exportData = endpoint(
  { method: 'GET', path: '/api/auth/export' },
  ON_SERVER && {
    access: 'user',
    summary: 'Download all your data: JSON, CSV and photos in one archive',
    download: 'application/zip',
    rate: 'export',
  },
);

export const deleteAccount = endpoint(
  {
    method: 'DELETE',
    path: '/api/auth/account',
    body: z.object({
      password: PasswordConfirmation,
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Delete your account for good; hand over missions with other members first',
    errors: ['wrong_password', 'sign_in_again', 'missions_to_hand_over', 'conflict'],
    rate: 'delete_account',
  },
);
