import type { CheckinLink } from '#contract/reminders.ts';
import { dayNumber } from '#domain/days.ts';
import { checkinDay, clockAt, hasDay, type Life } from '#domain/life.ts';
import { dayNameOf } from './commands.ts';
import type { LinkRow } from './queries.ts';

/** Returns a link as its page shows it. `life` has only the membership in its mission. */
export function toLinkPreview(link: LinkRow, life: Life, now: Date): CheckinLink {
  const { mission_id, mission_title, patch, name, day } = link;
  const member = life.memberships[0]!;
  const clock = clockAt(now, life.zone);
  const name_of_day = dayNameOf(day, clock);
  const is_yesterday = name_of_day === 'yesterday';
  const isOpen =
    name_of_day !== null && typeof checkinDay(life, member, { now, at: now, yesterday: is_yesterday }) === 'number';
  const isUsed = link.used || hasDay(member.days, dayNumber(day));
  return {
    ...{ mission_id, mission_title, patch, name, day },
    state: isUsed ? 'used' : isOpen && !link.suspended ? 'open' : 'over',
    is_yesterday,
    can_check_in_today: !link.suspended && member.running && clock.today <= member.last,
  };
}
