import { Link } from '@tanstack/react-router';
import type { HealthPerson, MissionHealth, MissionInsight } from '#contract/insights.ts';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { KeyItem } from '#platform/web/kit/bars.tsx';
import { DataDetails } from '#platform/web/kit/data-details.tsx';
import { ProgressThread } from '#platform/web/kit/pill.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { count } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { listOf } from '#platform/web/lib/list.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { Patch } from '#web/drawings/patch.tsx';
import { headsOf, healthText } from './insight-text.ts';

const SHOWN = 6;

export function MissionInsights({ missions }: { missions: readonly MissionInsight[] }) {
  const t = useT();
  if (missions.length === 0) return null;
  return (
    <Section
      id="missions"
      title={t('app.insights.missions.heading')}
      lead={t('app.insights.missions.lead')}
      className="lg:col-span-2"
    >
      <ul className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        {missions.slice(0, SHOWN).map((mission) => (
          <li key={mission.mission_id} className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3">
            <span className="row-span-2">
              <Patch
                seed={mission.mission_id}
                patch={mission.patch}
                done={mission.share}
                total={100}
                size={48}
                label={t('app.insights.missions.stitched', { share: mission.share })}
              />
            </span>
            <Link
              to="/mission/$missionId"
              params={{ missionId: mission.mission_id }}
              className="inline-flex min-h-11 min-w-0 items-center rounded-sm font-semibold hover:underline"
            >
              <span className="truncate user-line">{mission.title}</span>
            </Link>
            <strong className="font-display text-lg font-extrabold tabular">{`${mission.share}%`}</strong>
            <ProgressThread
              value={mission.share}
              label={t('app.insights.missions.of_days', { mission: mission.title, share: mission.share })}
              className="col-span-2"
            />
          </li>
        ))}
      </ul>
      <DataDetails
        caption={t('app.insights.missions.heading')}
        head={headsOf(t, 'mission', 'share', 'checkins', 'points', 'longest')}
        rows={missions.map((mission) => [
          <span key="title" className="wrap-anywhere user-text">
            {mission.title}
          </span>,
          `${mission.share}%`,
          count(mission.checkins),
          count(mission.points),
          count(mission.longest_streak),
        ])}
        keys={missions.map((mission) => mission.mission_id)}
      />
    </Section>
  );
}

const KINDS = [
  { id: 'carrying', name: 'app.insights.health.carrying', fill: 'var(--pine)' },
  { id: 'steady', name: 'app.insights.health.steady', fill: 'var(--star)' },
  { id: 'new', name: 'app.insights.health.new', fill: 'var(--sky)' },
  { id: 'drifting', name: 'app.insights.health.drifting', fill: 'var(--flame-hi)' },
  { id: 'away', name: 'app.insights.health.away', fill: 'var(--line-strong)' },
] as const satisfies readonly { id: keyof MissionHealth['counts']; name: PlainKey; fill: string }[];

export function MissionHealthCard({ owned }: { owned: readonly MissionHealth[] }) {
  const t = useT();
  if (owned.length === 0) return null;
  return (
    <Section
      id="health"
      title={t('app.insights.health.heading')}
      lead={t('app.insights.health.lead')}
      className="lg:col-span-2"
    >
      <ul className="grid gap-8 lg:grid-cols-2">
        {owned.map((mission) => (
          <Mission key={mission.mission_id} mission={mission} />
        ))}
      </ul>
    </Section>
  );
}

function Mission({ mission }: { mission: MissionHealth }) {
  const t = useT();
  const { counts, member_count } = mission;
  const kinds = KINDS.filter(({ id }) => counts[id] > 0);
  const starts = kinds.map((_, i) => kinds.slice(0, i).reduce((sum, { id }) => sum + counts[id], 0));
  const named = [...mission.away, ...mission.drifting, ...mission.carrying];
  const caption = t('app.insights.health.caption', { mission: mission.title });
  const figures = kinds.map(({ id, name }) => t('app.insights.health.figure', { kind: t(name), count: counts[id] }));
  return (
    <li className="min-w-0">
      <h3 className="text-base font-extrabold wrap-anywhere user-line">{mission.title}</h3>
      <svg
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        role="img"
        aria-label={t('app.insights.health.summary', { mission: mission.title, figures: listOf(t, figures) })}
        className="mt-3 block h-4 w-full overflow-hidden rounded-full rtl:-scale-x-100"
      >
        {kinds.map(({ id, fill }, i) => (
          <rect
            key={id}
            x={(100 * starts[i]!) / member_count}
            width={(100 * counts[id]) / member_count}
            height="8"
            fill={fill}
          />
        ))}
      </svg>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {kinds.map(({ id, name, fill }) => (
          <KeyItem key={id} color={fill}>
            {t('app.insights.health.legend', { kind: t(name), count: counts[id] })}
          </KeyItem>
        ))}
      </ul>
      {named.length > 0 && <HealthKey />}
      <People title={t('app.insights.health.hello')} people={[...mission.away, ...mission.drifting]} />
      <People title={t('app.insights.health.carrying')} people={mission.carrying} />
      {named.length > 0 ? (
        <DataDetails
          caption={caption}
          head={headsOf(t, 'member', 'week', 'before')}
          rows={named.map((person) => [
            <span key="name" className="wrap-anywhere user-text">
              {person.name}
            </span>,
            shareText(t, person.recent_checked, person.recent_open),
            shareText(t, person.earlier_checked, person.earlier_open),
          ])}
          keys={named.map((person) => person.user_id)}
        />
      ) : (
        <DataDetails
          caption={caption}
          head={['', t('app.insights.columns.members')]}
          rows={KINDS.map(({ id, name }) => [t(name), count(counts[id])])}
        />
      )}
    </li>
  );
}

const shareText = (t: ScreenTranslate, done: number, total: number) =>
  total === 0 ? '–' : t('app.insights.health.share', { done, total });

type Part = Pick<HealthPerson, 'recent_checked' | 'recent_open' | 'earlier_checked' | 'earlier_open'>;

/** The last week above the two before it, each as a share of its days. */
function HealthBars({ person, label }: { person: Part; label: string }) {
  const bars = [
    { id: 'week', done: person.recent_checked, total: person.recent_open },
    { id: 'before', done: person.earlier_checked, total: person.earlier_open },
  ] as const;
  return (
    <svg role="img" aria-label={label} className="block h-4 w-full rtl:-scale-x-100">
      {bars.map(({ id, done, total }, at) => (
        <g key={id}>
          <rect y={at * 9} width="100%" height="7" rx="3.5" fill="var(--sunk)" />
          {done > 0 && <rect y={at * 9} width={percentOf(done, total)} height="7" rx="3.5" fill={HEALTH_FILLS[id]} />}
        </g>
      ))}
    </svg>
  );
}

const HEALTH_FILLS = { week: 'var(--flame-hi)', before: 'var(--star)' } as const;
const percentOf = (done: number, total: number) => `${Math.round((100 * done) / Math.max(total, 1))}%`;

function HealthKey() {
  const t = useT();
  return (
    <ul className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      <KeyItem color={HEALTH_FILLS.week}>{t('app.insights.columns.week')}</KeyItem>
      <KeyItem color={HEALTH_FILLS.before}>{t('app.insights.columns.before')}</KeyItem>
    </ul>
  );
}

function People({ title, people }: { title: string; people: readonly HealthPerson[] }) {
  const t = useT();
  if (people.length === 0) return null;
  return (
    <>
      <h4 className="mt-4 text-sm font-semibold text-ink-2">{title}</h4>
      <ul className="mt-2 grid gap-2.5">
        {people.map((person) => (
          <li key={person.user_id} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 text-sm">
            <Avatar name={person.name} look={person.look} url={person.avatar_url} size={36} decorative />
            <span className="grid min-w-0 gap-1">
              <strong className="wrap-anywhere user-line">{person.name}</strong>
              <HealthBars person={person} label={healthText(t, person)} />
            </span>
            <span aria-hidden className="self-end font-semibold tabular">
              {shareText(t, person.recent_checked, person.recent_open)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
