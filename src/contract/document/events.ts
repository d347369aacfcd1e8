import { docs } from '#platform/contract/describe.ts';
import { POSTED_DATA, WEBHOOK_BODIES } from '../webhooks-events.ts';
import { text } from './headers.ts';
import type { Json } from './schemas.ts';

const SIGNED = [
  ['webhook-id', text('The id of the event, the same in every try.', '019aa5b0-5c7e-7a3d-9d0e-3b8f4f1f2a10')],
  ['webhook-timestamp', text('When this try was sent, in seconds since 1970.', '1795392000')],
  [
    'webhook-signature',
    text(
      'Signatures according to Standard Webhooks, separated by spaces.',
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    ),
  ],
] as const;

/** Describes the webhook events of the document, by name. */
export function describeEvents(): Json {
  return Object.fromEntries(
    Object.entries(POSTED_DATA).map(([name, schema]) => {
      const body = WEBHOOK_BODIES[name as keyof typeof WEBHOOK_BODIES];
      const post = {
        operationId: `on-${name.replaceAll(/[._]/g, '-')}`,
        summary: name,
        description: `${docs.get(schema)?.description} Answer with a 2xx within 3 seconds; anything else is tried again for three days.`,
        tags: ['webhooks'],
        security: [],
        parameters: SIGNED.map(([header, rest]) => ({ name: header, in: 'header', required: true, ...rest })),
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: {
          '204': { description: 'Received.' },
          '410': { description: 'The receiver no longer exists, and the webhook is turned off.' },
        },
      };
      return [name, { post }];
    }),
  );
}
