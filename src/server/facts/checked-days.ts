import { type DayBits, packDays } from '#domain/day-bits.ts';
import { DURATION_MAX } from '#domain/limits.ts';

/** The aliases of a mission and its member. */
type Membership = Record<'mission' | 'member', string>;

/** SQL: days of a mission as one bit string from its first day on; null without any. `day` is SQL. */
export const bitsOf = (mission: string, day: string): string =>
  `bit_or(b'1'::bit(${DURATION_MAX}) >> (${day} - ${mission}.first_day))::text`;

/** SQL: whether a mission has this day. */
export const isInMission = (mission: string, day: string): string =>
  `${day} >= ${mission}.first_day and ${day} < ${mission}.first_day + ${mission}.duration_days`;

/** SQL for the bit of a day in the stored days of a member, as PostgreSQL counts the bits of bytes; `mission` is an alias. */
export const bitOf = (mission: string, day: string): string =>
  `((${day} - ${mission}.first_day) / 8 * 8 + 7 - (${day} - ${mission}.first_day) % 8)`;

/**
 * SQL: whether the stored days of a member are those of the check-ins in the mission: as many, numbered from its first
 * day, and the last one among them (db/schema/members.ts). Never null. Both are aliases.
 */
export const daysHold = ({ mission, member }: Record<'mission' | 'member', string>): string =>
  `case when ${member}.checked_days_from = ${mission}.first_day
    and bit_count(${member}.checked_days) = ${member}.checkins_count
    and ${member}.streak_last_day - ${mission}.first_day between 0 and ${DURATION_MAX - 1}
  then get_bit(${member}.checked_days, ${bitOf(mission, `${member}.streak_last_day`)}) = 1 else false end`;

/** Before a bit string, which `toDayBits` has to pack. */
const UNPACKED = 'bits:';

/**
 * SQL for the days of a mission on which a member checked in; `toDayBits` reads it. The check-ins are read only where the
 * stored days do not hold, or go beyond an end that was moved: their number would make answers slower from day to day.
 */
export const checkedDays = ({ mission, member }: Membership): string => `case
     when ${member}.checkins_count = 0 then null
     when ${daysHold({ mission, member })} and ${member}.streak_last_day < ${mission}.first_day + ${mission}.duration_days
       then rtrim(encode(${member}.checked_days, 'hex'), '0')
     else (select '${UNPACKED}' || ${bitsOf(mission, 'c.local_day')} from checkins c
       where c.mission_id = ${mission}.id and c.user_id = ${member}.user_id and ${isInMission(mission, 'c.local_day')})
   end`;

/** The same as a column `days`. */
export const checkedDaysColumn = (aliases: Membership): string => `${checkedDays(aliases)} as days`;

/** The days that `checkedDays` read. */
export function toDayBits(days: string | null): DayBits {
  if (days === null) return '';
  return days.startsWith(UNPACKED) ? packDays(days.slice(UNPACKED.length)) : days;
}
