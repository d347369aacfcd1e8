import { queryOptions } from '@tanstack/react-query';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type WebhookDelivery,
} from '#contract/webhooks.ts';
import type { Input } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { useChange } from '#web/data/use-change.ts';

export const webhooksQuery = callQuery(keys.webhooks, listWebhooks);

/** How often to fetch the log before a delivery is sent, and from how long before. */
const LOOK_MS = 2000;
const SOON_MS = 60_000;

/** A pending delivery without a time waits for the user's other deliveries. */
const isSoon = ({ state, next_attempt_at }: WebhookDelivery) =>
  next_attempt_at === null ? state === 'pending' : Math.abs(Date.parse(next_attempt_at) - Date.now()) < SOON_MS;

/** Fetches a webhook's newest deliveries, again while one of them is about to be sent. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    ...callQuery(keys.deliveries(id), listWebhookDeliveries, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isSoon) ? LOOK_MS : false),
  });

/** Only this response contains the secret, which never enters the query cache. */
export const useCreateWebhook = () =>
  useChange('webhooks', (body: Input<typeof createWebhook, 'body'>) => call(createWebhook, { body }));

export const useUpdateWebhook = () =>
  useChange('webhooks', ({ id, ...body }: Input<typeof updateWebhook, 'body'> & { id: string }) =>
    call(updateWebhook, { params: { id }, body }),
  );

export const useDeleteWebhook = () => useChange('webhooks', (id: string) => call(deleteWebhook, { params: { id } }));

export const useRotateSecret = () =>
  useChange('webhooks', (id: string) => call(rotateWebhookSecret, { params: { id } }));

export const useTestWebhook = () => useChange('webhooks', (id: string) => call(testWebhook, { params: { id } }));

export const useRedeliver = () =>
  useChange('webhooks', (params: { id: string; deliveryId: string }) => call(redeliverWebhook, { params }));
