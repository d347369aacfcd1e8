import type { ReactNode } from 'react';
import type { Mission } from '#contract/missions.ts';
import { RAYS } from '#domain/patch.ts';
import { Patch } from '#web/drawings/patch.tsx';
import { Button } from '#web/kit/button.tsx';
import { Dialog } from '#web/kit/dialog.tsx';
import { longDay } from '#web/lib/format.ts';

/** How many stitches there are to sew, and from when to when. */
function spanOf({ planned_days, first_day, last_day, today }: Mission): string {
  const stitches = planned_days === 1 ? '1 stitch' : `${planned_days} stitches`;
  if (first_day === last_day)
    return first_day === today ? `${stitches}, today` : `${stitches}, on ${longDay(first_day)}`;
  return first_day === today
    ? `${stitches}, from today to ${longDay(last_day)}`
    : `${stitches}, from ${longDay(first_day)} to ${longDay(last_day)}`;
}

/** The new patch in a burst of thread. */
export const NewPatch = ({ mission }: { mission: Mission }) => (
  <div className="grid place-items-center px-5 pt-16 pb-6 text-center [--line:#6b4d80]">
    <div className="relative isolate">
      <svg viewBox="-200 -200 400 400" aria-hidden="true" className="absolute -inset-24 -z-10 m-auto w-100 max-w-none">
        {RAYS.map(([Tag, attributes]) => (
          <Tag key={attributes.transform} {...attributes} />
        ))}
      </svg>
      <div className="pop">
        <Patch
          seed={mission.id}
          patch={mission.patch}
          done={0}
          total={mission.planned_days}
          size={176}
          label={`The new patch of ${mission.title}`}
        />
      </div>
    </div>
    <p className="mt-4 font-display text-lg leading-tight font-extrabold wrap-anywhere">{mission.title}</p>
    <p className="mt-1 text-sm text-on-night-2">{spanOf(mission)}</p>
  </div>
);

/** Whom a next round has asked: three by name, or two and how many others. */
function askedText(names: readonly string[]): string {
  const [one, two, three] = names;
  switch (names.length) {
    case 1:
      return `We've asked ${one}. They'll see it in their notifications.`;
    case 2:
      return `We've asked ${one} and ${two}. They'll see it in their notifications.`;
    case 3:
      return `We've asked ${one}, ${two} and ${three}. They'll see it in their notifications.`;
    default:
      return `We've asked ${one}, ${two} and ${names.length - 2} others. They'll see it in their notifications.`;
  }
}

interface RoundBeginsProps {
  round: number;
  /** The names of those from the round before who were asked; at least one. */
  asked: readonly string[];
  picture: ReactNode;
  onClose: () => void;
}

/** Reveals the patch of a next round, and says who was asked along. */
export const RoundBegins = ({ round, asked, picture, onClose }: RoundBeginsProps) => (
  <Dialog title={`Round ${round} begins`} picture={picture} onClose={onClose}>
    <div className="mx-auto mt-3 grid max-w-sm gap-4 text-center">
      <p className="text-ink-2 wrap-anywhere">{askedText(asked)}</p>
      <Button onClick={onClose}>Open the mission</Button>
    </div>
  </Dialog>
);
