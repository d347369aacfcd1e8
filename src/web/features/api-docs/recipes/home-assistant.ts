import { type Recipe, SERVER } from './recipe.ts';

const KEY_COMMAND = `rest_command:
  emberkin_check_in:
    url: !secret emberkin_key
    method: post`;

const TAG_AUTOMATION = `automation emberkin_tag:
  - id: emberkin_check_in_by_tag
    alias: Check in when the tag on the bookshelf is scanned
    triggers:
      - trigger: tag
        tag_id: the-id-of-your-tag
    actions:
      - action: rest_command.emberkin_check_in
        response_variable: answer
      - if:
          - condition: template
            value_template: "{{ answer.status == 200 }}"
        then:
          - action: persistent_notification.create
            data:
              title: "{{ answer.content.mission_title }}"
              message: "You're in. {{ answer.content.mission_streak_days }}-day streak."
        else:
          - action: persistent_notification.create
            data:
              title: Emberkin
              message: "{{ answer.content.detail }}"`;

const SENSOR = `rest:
  - resource: ${SERVER}/api/me
    headers:
      Authorization: !secret emberkin_token
    scan_interval: 900
    sensor:
      - name: Emberkin streak
        unique_id: emberkin_streak
        value_template: "{{ value_json.streak_days }}"
        unit_of_measurement: days
        json_attributes:
          - points
          - level
          - today`;

const WEBHOOK_AUTOMATION = `automation emberkin_webhook:
  - id: emberkin_friend_checked_in
    alias: Blink when someone else checks in
    triggers:
      - trigger: webhook
        webhook_id: emberkin-change-this-to-something-long-and-random
        allowed_methods:
          - POST
        local_only: false
    conditions:
      - condition: template
        value_template: "{{ trigger.json.type == 'checkin.created' and trigger.json.data.user.name != 'Your name' }}"
    actions:
      - action: light.turn_on
        target:
          entity_id: light.desk
        data:
          flash: short
      - action: persistent_notification.create
        data:
          title: "{{ trigger.json.data.mission.title }}"
          message: "{{ trigger.json.data.user.name }} is in today."`;

const MINIMAL_SECRETS = `emberkin_key: ${SERVER}/key/...
emberkin_token: Bearer emb_...`;

/**
 * For configuration.yaml of Home Assistant, as it has been written since 2024.10. The automations have a name behind
 * their key, since most files have an `automation:` already.
 */
export const HOME_ASSISTANT: readonly Recipe[] = [
  {
    id: 'home-assistant-tag',
    title: 'Check in by scanning an NFC tag',
    lead: 'Stick a tag where the habit happens. It uses a check-in key, so nothing in your house can do more than tick.',
    steps: [
      "In Emberkin, open the mission's menu, choose Check-in key and make a link. In Home Assistant, add a tag under Settings, Tags, and copy its id.",
      'Put the link into `secrets.yaml`; the second line is for the next recipe.',
      'Add the other two blocks to `configuration.yaml`, check it under Developer tools, and restart.',
    ],
    blocks: [
      { title: 'secrets.yaml', language: 'yaml', text: MINIMAL_SECRETS },
      { title: 'The command', language: 'yaml', text: KEY_COMMAND },
      { title: 'The automation', language: 'yaml', text: TAG_AUTOMATION },
    ],
    after: 'Any other trigger does as well: a button, a scale, the vacuum that has finished.',
  },
  {
    id: 'home-assistant-sensor',
    title: 'Show your streak on a dashboard',
    lead: 'A sensor that asks every 15 minutes, with a token of the scope read.',
    blocks: [{ title: 'configuration.yaml', language: 'yaml', text: SENSOR }],
  },
  {
    id: 'home-assistant-webhook',
    title: 'Blink when a friend checks in',
    lead: "Home Assistant doesn't check signatures: the id of its webhook is the secret, so make it long and random.",
    steps: [
      'Add the automation, with an id, a light and a name of your own.',
      'In Emberkin, create a webhook for `checkin.created` with the address `https://YOUR-HOME-ASSISTANT/api/webhook/` and that id, as Home Assistant is reachable from the internet.',
      'If this server runs in your house, its operator sets `WEBHOOK_ALLOW=homeassistant.local`; the address is then `http://homeassistant.local:8123/api/webhook/` and the id, and `local_only` can be true.',
    ],
    blocks: [{ title: 'The automation', language: 'yaml', text: WEBHOOK_AUTOMATION }],
  },
];
