import * as z from 'zod/mini';
import { Confirmation } from './auth.ts';
import { described } from './describe.ts';
import { endpoint } from './endpoint.ts';

export const exportData = endpoint({
  method: 'GET',
  path: '/api/auth/export',
  access: 'user',
  summary: 'Download all data of the signed-in user: JSON, CSV and photos in one archive',
  download: 'application/zip',
  rate: 'export',
});

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/auth/account',
  access: 'user',
  summary: 'Delete the account for good; missions with other members must be handed over first',
  body: z.object({
    password: described(
      Confirmation,
      'The password of the account; null for one that has none, in a session that has just begun.',
    ),
  }),
  errors: ['wrong_password', 'sign_in_again', 'missions_to_hand_over', 'conflict'],
  rate: 'delete_account',
});
