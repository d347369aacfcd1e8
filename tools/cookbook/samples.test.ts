import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { getBlock, SERVER } from './recipes.ts';

describe('the samples for Home Assistant', () => {
  /** `!secret name` is the value of that name in secrets.yaml. */
  const secrets = parse(getBlock('home-assistant-tag', 'secrets.yaml')) as Record<string, string>;
  const read = (id: string, title: string) =>
    parse(getBlock(id, title), {
      customTags: [{ tag: '!secret', resolve: (name: string) => secrets[name] ?? `no secret ${name}` }],
    });

  it("run the tag's command, whose address has the key of the secrets", () => {
    const { rest_command } = read('home-assistant-tag', 'The command');
    expect(rest_command).toEqual({ emberkin_check_in: { url: `${SERVER}/key/...`, method: 'post' } });
    const [automation] = read('home-assistant-tag', 'The automation')['automation emberkin_tag'];
    expect(automation.triggers).toEqual([{ trigger: 'tag', tag_id: 'the-id-of-your-tag' }]);
    expect(automation.actions[0]).toEqual({
      action: `rest_command.${Object.keys(rest_command)[0]}`,
      response_variable: 'answer',
    });
  });

  it('read the streak with a token', () => {
    const [{ resource, headers, sensor }] = read('home-assistant-sensor', 'configuration.yaml').rest;
    expect([resource, headers]).toEqual([`${SERVER}/api/me`, { Authorization: 'Bearer emb_...' }]);
    expect(sensor[0].value_template).toBe('{{ value_json.streak_days }}');
  });

  it('accept the webhook from anywhere, but only as a POST', () => {
    const [automation] = read('home-assistant-webhook', 'The automation')['automation emberkin_webhook'];
    expect(automation.triggers).toMatchObject([{ trigger: 'webhook', allowed_methods: ['POST'], local_only: false }]);
    expect(automation.conditions[0].value_template).toContain("trigger.json.type == 'checkin.created'");
    for (const step of automation.actions) expect(step.action).toMatch(/^\w+\.\w+$/);
  });
});

describe('the samples for n8n', () => {
  interface Workflow {
    nodes: { id: string; name: string; type: string; typeVersion: number; position: [number, number] }[];
    connections: Record<string, { main: { node: string; type: string; index: number }[][] }>;
  }

  it.each(['n8n-evening', 'n8n-events'])('connect every node of %s to the first one', (id) => {
    const { nodes, connections } = JSON.parse(getBlock(id, 'Workflow')) as Workflow;
    const [first, ...others] = nodes.map(({ name }) => name);
    expect(new Set(nodes.map((node) => node.id)).size).toBe(nodes.length);
    for (const node of nodes) expect(node.type).toMatch(/^n8n-nodes-base\.\w+$/);
    const reached = Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node));
    expect(reached.toSorted()).toEqual(others.toSorted());
    expect(Object.keys(connections)).toContain(first);
  });
});

it('a Shortcut receives JSON', () => {
  const sample = JSON.parse(getBlock('shortcut-tick', 'What Contents of URL holds'));
  expect(Object.keys(sample)).toContain('mission_streak_days');
});
