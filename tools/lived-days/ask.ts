import { me } from '#contract/auth.ts';
import { listOwnCheckins } from '#contract/checkins.ts';
import { getCompletion } from '#contract/completion.ts';
import { getDashboard, getToday, listMissions } from '#contract/dashboard.ts';
import { getInsights } from '#contract/insights.ts';
import { getMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { getStreak } from '#contract/streaks.ts';
import type { Answer, Endpoint } from '#platform/contract/endpoint.ts';
import { succeed } from '#server/testing/factories/succeed.ts';
import type { TestUser } from '#server/testing/factories/users.ts';
import type { CallOptions, TestApp } from '#server/testing/test-app.ts';
import type { Letter } from './plan.ts';

export interface MissionScreens {
  page: Answer<typeof getMission>;
  ledger: Answer<typeof getStreak>;
  /** Null before the completion. */
  completion: Answer<typeof getCompletion> | null;
}

export interface Screens {
  at: string;
  me: Answer<typeof me>;
  home: Answer<typeof getDashboard>;
  today: Answer<typeof getToday>;
  summaries: Answer<typeof listMissions>;
  ledger: Answer<typeof getStreak>;
  insights: Answer<typeof getInsights>;
  missions: Map<Letter, MissionScreens>;
}

export type Quilt = Answer<typeof getQuilt>;
export type OwnCheckins = Answer<typeof listOwnCheckins>['checkins'];

/** What all people see at an instant. A quilt is the same for all members. */
export interface Moment {
  at: string;
  people: Map<Letter, Screens>;
  quilts: Map<Letter, Quilt>;
}

export interface World {
  readonly t: TestApp;
  readonly users: ReadonlyMap<Letter, TestUser>;
  readonly letters: Map<string, Letter>;
}

/** Reads every screen of everyone; changes nothing. */
export async function ask({ t, users, letters }: World): Promise<Moment> {
  const moment: Moment = { at: t.clock.now().toISOString(), people: new Map(), quilts: new Map() };
  for (const [who, { token }] of users) {
    const read = <E extends Endpoint>(endpoint: E, options: CallOptions = {}) =>
      succeed(t, endpoint, { token, ...options });
    const home = await read(getDashboard);
    const ids = [...home.missions, ...home.completed_missions_history].map(({ id }) => id);
    const missions: Screens['missions'] = new Map();
    for (const id of ids) {
      const params = { id };
      const [page, ledger] = await Promise.all([
        read(getMission, { params }),
        read(getStreak, { query: { mission_id: id } }),
      ]);
      const completion = page.is_active ? null : await read(getCompletion, { params });
      const letter = letters.get(id)!;
      missions.set(letter, { page, ledger, completion });
      if (!moment.quilts.has(letter)) moment.quilts.set(letter, await read(getQuilt, { params }));
    }
    const [own, today, summaries] = await Promise.all([
      read(me),
      read(getToday),
      read(listMissions, { query: { state: 'all', limit: 100 } }),
    ]);
    const [ledger, insights] = await Promise.all([read(getStreak), read(getInsights)]);
    moment.people.set(who, { at: moment.at, me: own, home, today, summaries, ledger, insights, missions });
  }
  return moment;
}

export async function askCheckins({ t, users }: World, who: Letter): Promise<OwnCheckins> {
  const { token } = users.get(who)!;
  const found: OwnCheckins = [];
  for (let before: string | undefined; ; ) {
    const query = { limit: 50, ...(before ? { before } : {}) };
    const { checkins } = await succeed(t, listOwnCheckins, { token, query });
    found.push(...checkins);
    if (checkins.length < 50) return found;
    before = checkins.at(-1)!.id;
  }
}
