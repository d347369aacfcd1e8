import type { ReactNode } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { longDay } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { Patch } from '#web/drawings/patch.tsx';
import { Rays } from '#web/drawings/rays.tsx';

function spanOf(t: ScreenTranslate, { planned_days: stitches, first_day, last_day, today }: Mission): string {
  const [first, last] = [longDay(first_day), longDay(last_day)];
  if (first_day === last_day)
    return first_day === today
      ? t('app.missions.created.today', { stitches })
      : t('app.missions.created.on', { stitches, day: first });
  return first_day === today
    ? t('app.missions.created.from_today', { stitches, last })
    : t('app.missions.created.from', { stitches, first, last });
}

export const NewPatch = ({ mission }: { mission: Mission }) => {
  const t = useT();
  return (
    <div className="grid place-items-center px-5 pt-16 pb-6 text-center [--line:#6b4d80]">
      <div className="relative isolate">
        <Rays className="absolute -inset-24 -z-10 m-auto w-100 max-w-none" />
        <div className="pop">
          <Patch
            seed={mission.id}
            patch={mission.patch}
            done={0}
            total={mission.planned_days}
            size={176}
            label={t('app.missions.created.patch', { title: mission.title })}
          />
        </div>
      </div>
      <p className="mt-4 font-display text-lg leading-tight font-extrabold wrap-anywhere user-line">{mission.title}</p>
      <p className="mt-1 text-sm text-on-night-2">{spanOf(t, mission)}</p>
    </div>
  );
};

function askedText(t: ScreenTranslate, names: readonly string[]): string {
  const [one = '', two = '', three = ''] = names;
  switch (names.length) {
    case 1:
      return t('app.missions.round.asked_one', { one });
    case 2:
      return t('app.missions.round.asked_two', { one, two });
    case 3:
      return t('app.missions.round.asked_three', { one, two, three });
    default:
      return t('app.missions.round.asked_many', { one, two, others: names.length - 2 });
  }
}

interface RoundBeginsProps {
  round: number;
  /** The invited members of the previous round, at least one. */
  asked: readonly string[];
  picture: ReactNode;
  onClose: () => void;
}

export const RoundBegins = ({ round, asked, picture, onClose }: RoundBeginsProps) => {
  const t = useT();
  return (
    <Dialog title={t('app.missions.round.begins', { round })} picture={picture} onClose={onClose}>
      <div className="mx-auto mt-3 grid max-w-sm gap-4 text-center">
        <p className="text-ink-2 wrap-anywhere">{askedText(t, asked)}</p>
        <Button onClick={onClose}>{t('app.missions.round.open')}</Button>
      </div>
    </Dialog>
  );
};
