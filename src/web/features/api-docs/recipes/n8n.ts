import { type Recipe, SERVER } from './recipe.ts';

const main = (...nodes: string[]) => ({ main: [nodes.map((node) => ({ node, type: 'main', index: 0 }))] });
const isTrue = (id: string, field: string) => ({
  id,
  leftValue: `={{ $json.${field} }}`,
  rightValue: '',
  operator: { type: 'boolean', operation: 'true', singleValue: true },
});
const body = (id: string, field: string, operation: 'equals' | 'notEquals', rightValue: string) => ({
  id,
  leftValue: `={{ $json.body.${field} }}`,
  rightValue,
  operator: { type: 'string', operation },
});
const onlyIf = (...conditions: object[]) => ({
  conditions: {
    options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
    conditions,
    combinator: 'and',
  },
  options: {},
});
const withToken = { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' };

const EVENING = {
  name: 'Emberkin: what is still needed at 20:00',
  nodes: [
    {
      parameters: { rule: { interval: [{ field: 'cronExpression', expression: '0 20 * * *' }] } },
      id: 'every-evening',
      name: 'Every evening',
      type: 'n8n-nodes-base.scheduleTrigger',
      typeVersion: 1.2,
      position: [0, 0],
    },
    {
      parameters: { method: 'GET', url: `${SERVER}/api/missions?limit=100`, ...withToken, options: {} },
      id: 'list-missions',
      name: 'List missions',
      type: 'n8n-nodes-base.httpRequest',
      typeVersion: 4.2,
      position: [220, 0],
    },
    {
      parameters: onlyIf(isTrue('needed', 'needed_today')),
      id: 'still-needed',
      name: 'Still needed',
      type: 'n8n-nodes-base.filter',
      typeVersion: 2.2,
      position: [440, 0],
    },
    {
      parameters: {},
      id: 'tell-me',
      name: 'Replace me: a message with {{ $json.title }}',
      type: 'n8n-nodes-base.noOp',
      typeVersion: 1,
      position: [660, 0],
    },
  ],
  connections: {
    'Every evening': main('List missions'),
    'List missions': main('Still needed'),
    'Still needed': main('Replace me: a message with {{ $json.title }}'),
  },
  settings: { executionOrder: 'v1' },
};

const OWN_USER_ID = 'your-user-id';

const EVENTS = {
  name: 'Emberkin: congratulate on photos',
  nodes: [
    {
      parameters: { httpMethod: 'POST', path: 'emberkin-change-this', responseMode: 'onReceived', options: {} },
      id: 'emberkin',
      name: 'Emberkin',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      webhookId: 'emberkin-change-this',
    },
    {
      parameters: onlyIf(
        body('type', 'type', 'equals', 'checkin.created'),
        body('photo', 'data.checkin.type', 'equals', 'photo'),
        body('of-others', 'data.user.id', 'notEquals', OWN_USER_ID),
      ),
      id: 'a-photo',
      name: 'A photo',
      type: 'n8n-nodes-base.filter',
      typeVersion: 2.2,
      position: [220, 0],
    },
    {
      parameters: {
        method: 'POST',
        url: `=${SERVER}/api/checkins/{{ $json.body.data.checkin.id }}/comments`,
        ...withToken,
        sendBody: true,
        specifyBody: 'json',
        jsonBody: '={{ JSON.stringify({ content: "What a picture!", client_id: $json.body.id }) }}',
        options: {},
      },
      id: 'comment',
      name: 'Comment',
      type: 'n8n-nodes-base.httpRequest',
      typeVersion: 4.2,
      position: [440, 0],
    },
  ],
  connections: { Emberkin: main('A photo'), 'A photo': main('Comment') },
  settings: { executionOrder: 'v1' },
};

const CREDENTIAL = 'Under Credentials, create Header Auth: Name `Authorization`, Value `Bearer emb_...` (your token).';
const IMPORT = 'Copy the workflow, press Ctrl+V (or Cmd+V) on an empty canvas.';

/** Workflows for n8n from 1.50 on, pasted into its canvas. */
export const N8N: readonly Recipe[] = [
  {
    id: 'n8n-evening',
    title: 'A message at eight about what is still needed',
    lead: 'A token of the scope read is enough.',
    steps: [
      CREDENTIAL,
      IMPORT,
      'Open List missions and choose the credential.',
      'Replace the last node by the one that reaches you, such as Telegram or Send Email. It runs once for each mission; `{{ $json.title }}` is its title.',
      'Activate the workflow.',
    ],
    blocks: [{ title: 'Workflow', language: 'json', text: JSON.stringify(EVENING, null, 2) }],
  },
  {
    id: 'n8n-events',
    title: "A comment under everyone's photos",
    lead: 'Starts with a webhook of Emberkin and answers with a token of the scope write. The id of the event is the `client_id` of the comment: however often an event is repeated, nobody gets the comment twice. Your own photos get none.',
    steps: [
      CREDENTIAL,
      `${IMPORT} Change the path of the first node to something long and random, since anyone who knows it can start the workflow.`,
      `Open A photo and replace \`${OWN_USER_ID}\` by the \`id\` that \`GET /api/me\` answers.`,
      'Open Comment and choose the credential, then activate the workflow.',
      'Copy the Production URL of the first node. In Emberkin, create a webhook with it for `checkin.created`, and send a test.',
    ],
    blocks: [{ title: 'Workflow', language: 'json', text: JSON.stringify(EVENTS, null, 2) }],
  },
];
