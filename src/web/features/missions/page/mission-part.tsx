import { ChevronRight, DoorOpen, Gift, Pencil, Share2, Target, Trash2, Users } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { daysLeft } from '#domain/missions.ts';
import { levelFor } from '#domain/points.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { OwnerPill, Pill } from '#platform/web/kit/pill.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { monthDay } from '#web/data/relative-time.ts';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';
import { InviteLink } from '#web/features/members/public.ts';
import { Description } from './description.tsx';
import type { MissionPageState, PartProps } from './use-mission-page.ts';

const Tile = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-col-reverse justify-end">
    <dt className="text-xs">{name}</dt>
    <dd className="font-display text-lg font-extrabold whitespace-nowrap text-ink tabular">{children}</dd>
  </div>
);

function progressText(t: ScreenTranslate, { own_goals, state }: Mission, own: Member): string | null {
  if (state !== 'active') return null;
  const { streak_days: streak } = own;
  const { streak: streak_goal, level: level_goal } = own_goals;
  const level = levelFor(own.points ?? 0);
  if (streak_goal !== null && level_goal !== null)
    return t('app.missions.about.streak_and_level', { streak, streak_goal, level, level_goal });
  if (streak_goal !== null) return t('app.missions.about.streak', { streak, goal: streak_goal });
  return level_goal === null ? null : t('app.missions.about.level', { level, goal: level_goal });
}

const Fact = ({ icon, name, children }: { icon: ReactNode; name: ReactNode; children: ReactNode }) => (
  <div className="pt-4 seam">
    <dt className="flex items-center gap-2 text-sm font-semibold">
      {icon}
      <span className="min-w-0">{name}</span>
    </dt>
    {children}
  </div>
);

const RolePill = ({ own }: { own: Member }) => {
  const t = useT();
  if (own.is_owner) return <OwnerPill />;
  return own.is_cohost && <Pill tone="info">{t('app.common.cohost')}</Pill>;
};

function About({ mission, own }: { mission: Mission; own: Member }) {
  const t = useT();
  const progress = progressText(t, mission, own);
  const reward = t.rich('app.missions.about.reward', {
    rest: (inside) => (
      <Fragment key="rest">
        <wbr />
        {inside}
      </Fragment>
    ),
  });
  return (
    <Section id="about" title={t('app.missions.about.title')} aside={<RolePill own={own} />}>
      <Description html={mission.description} className="-mt-1 text-ink-2" />
      <dl className="mt-4 grid grid-cols-2 gap-2 pt-4 text-ink-2 seam min-[22rem]:grid-cols-4">
        <Tile name={t('app.missions.about.days_left')}>{daysLeft(mission)}</Tile>
        <Tile name={t('app.missions.about.members')}>{t.number(mission.members.length)}</Tile>
        <Tile name={t('app.missions.about.started')}>{monthDay(mission.first_day)}</Tile>
        <Tile name={t('app.missions.about.status')}>{t('app.missions.about.active')}</Tile>
      </dl>
      <dl className="mt-4 grid gap-3 text-ink-2">
        <Fact icon={<Target className="size-5 text-pine" aria-hidden />} name={t('app.missions.about.goal')}>
          <dd className="mt-1 whitespace-pre-line text-ink wrap-anywhere user-line">{mission.goal}</dd>
          {progress && <dd className="mt-1 text-sm tabular">{progress}</dd>}
        </Fact>
        {mission.reward_description && (
          <Fact icon={<Gift className="size-5 text-rose" aria-hidden />} name={reward}>
            <dd className="mt-1 whitespace-pre-line text-ink wrap-anywhere user-line">{mission.reward_description}</dd>
          </Fact>
        )}
      </dl>
    </Section>
  );
}

const row = 'flex min-h-14 w-full cursor-pointer items-center gap-3 text-start font-semibold text-ink';

function People({ mission, onMembers }: Pick<MissionPageState, 'mission' | 'onMembers'>) {
  const t = useT();
  const chevron = <ChevronRight className="ms-auto size-4.5 text-ink-2 rtl:rotate-180" aria-hidden />;
  if (!mission.can.invite && !onMembers) return null;
  return (
    <Section id="people" title={t('app.missions.people.title')}>
      <ul className="-my-2 text-ink-2">
        {mission.can.invite && (
          <li>
            <InviteLink missionId={mission.id} className={row}>
              <Share2 className="size-5 text-ink-2" aria-hidden />
              {t('app.missions.people.invite')}
              {chevron}
            </InviteLink>
          </li>
        )}
        {onMembers && (
          <li className="not-first:seam">
            <button type="button" onClick={onMembers} className={row}>
              <Users className="size-5 text-ink-2" aria-hidden />
              {t('app.missions.people.members')}
              {chevron}
            </button>
          </li>
        )}
      </ul>
    </Section>
  );
}

function Actions({ mission: { can }, setAction }: Pick<MissionPageState, 'mission' | 'setAction'>) {
  const t = useT();
  if (!can.edit && !can.delete && !can.leave) return null;
  return (
    <div className="grid grid-cols-2 gap-2.5 *:only:col-span-2">
      {can.edit && (
        <Button kind="quiet" size="sm" onClick={() => setAction('edit')}>
          <Pencil className="size-4.5" aria-hidden />
          {t('start.common.edit')}
        </Button>
      )}
      {can.delete && (
        <Button kind="quiet" size="sm" onClick={() => setAction('delete')}>
          <Trash2 className="size-4.5 text-rose" aria-hidden />
          <span className="text-rose">{t('start.common.delete')}</span>
        </Button>
      )}
      {can.leave && (
        <Button kind="quiet" size="sm" onClick={() => setAction('leave')}>
          <DoorOpen className="size-4.5 rtl:-scale-x-100" aria-hidden />
          {t('app.missions.people.leave')}
        </Button>
      )}
    </div>
  );
}

export function MissionPart({ page }: PartProps) {
  const { mission, own, counted } = page;
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-6">
      <div className="grid grid-cols-1 gap-4">
        <div className="mx-auto">
          <StitchedPatch mission={{ ...mission, counted_checkins: counted }} size={160} />
        </div>
        <About mission={mission} own={own} />
      </div>
      <div className="grid grid-cols-1 gap-4">
        <People mission={page.mission} onMembers={page.onMembers} />
        <Actions mission={page.mission} setAction={page.setAction} />
      </div>
    </div>
  );
}
