import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { User } from '#contract/auth.ts';
import type { Checkin } from '#contract/checkins.ts';
import { lookOf } from '#domain/looks.ts';
import { REACTION_TYPES, type ReactionType } from '#domain/reactions.ts';
import * as keys from '#web/data/query-keys.ts';
import { renderLinked } from '#web/testing/render-linked.tsx';
import { newDiscussionState } from './checkin-discussion.tsx';
import { CheckinItem } from './checkin-item.tsx';
import { useOwnCheckin } from './own-checkin.tsx';

const MINUTE = 60_000;
const checkin = (fields: Partial<Checkin>): Checkin =>
  ({
    id: 'c',
    mission_id: 'm',
    user_name: 'Ana',
    user_look: lookOf('u'),
    type: 'tick',
    content: '',
    photo_url: null,
    points_earned: 20,
    created_at: new Date().toISOString(),
    performed_at: new Date().toISOString(),
    edited_at: null,
    cleared_at: null,
    hidden: null,
    can: { edit: true, take_back: true, clear: true, hide: false, report: false },
    ...fields,
  }) as Checkin;
const render = (children: ReactNode) =>
  renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>);

function Labels({ of }: { of: Checkin }) {
  return useOwnCheckin(of)
    .items.map(({ label }) => label)
    .join();
}
const labels = (fields: Partial<Checkin>) => render(<Labels of={checkin(fields)} />);

it('the menu of an own check-in offers only what its author can still do', () => {
  const can = { edit: false, take_back: false, clear: false, hide: false, report: false };
  expect(labels({})).toBe('Undo...,Remove words and photo...');
  expect(labels({ can: { ...can, clear: true } })).toBe('Remove words and photo...');
  expect(labels({ can: { ...can, take_back: true } })).toBe('Undo...');
  expect(labels({ can })).toBe('');
});

it('the menu no longer offers undo when the hour is over, even on an old page', () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
  expect(labels({ created_at: ago(59) })).toContain('Undo...');
  expect(labels({ created_at: ago(60) })).toBe('Remove words and photo...');
});

it('a cleared check-in says so and keeps its points', () => {
  const me = { id: 'u', name: 'Ana', timezone: 'UTC', look: lookOf('u') } as User;
  const client = new QueryClient();
  client.setQueryData(keys.me, me);
  const facts = { missionTitle: 'Run', members: [], me, memory: newDiscussionState() };
  const each = <T,>(value: T) =>
    Object.fromEntries(REACTION_TYPES.map((type) => [type, value])) as Record<ReactionType, T>;
  const none = { reactions: each({ count: 0, users: [] }), user_reactions: each(false) };
  const item = (fields: Partial<Checkin>) =>
    renderLinked(
      <QueryClientProvider client={client}>
        <CheckinItem checkin={checkin({ ...none, comments_count: 0, ...fields })} mine zone="UTC" facts={facts} />
      </QueryClientProvider>,
    );
  expect(item({ cleared_at: '2026-11-21T12:00:00.000Z' })).toMatch(/\+20 pts.*Words and photo were removed/);
  expect(item({})).not.toContain('were removed');
});
