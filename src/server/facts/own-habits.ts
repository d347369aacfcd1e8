/**
 * Returns SQL for a current member's own habit, or null if all members have one habit. `mission` and `member` are
 * aliases.
 */
export const ownHabitOf = ({ mission, member }: Record<'mission' | 'member', string>): string =>
  `case when ${mission}.habit = 'own' and ${member}.left_at is null then ${member}.own_habit end`;

/**
 * Returns SQL for the current own habit of a check-in's author in its mission, or null after the author left. Reads the
 * member's row only in missions with own habits. `mission` and `checkin` are aliases.
 */
export const ownHabitOfAuthor = ({ mission, checkin }: Record<'mission' | 'checkin', string>): string =>
  `case when ${mission}.habit = 'own' then (select own.own_habit from members own
     where own.mission_id = ${checkin}.mission_id and own.user_id = ${checkin}.user_id and own.left_at is null) end`;

/**
 * Returns SQL for a user's own habit in the round before a mission, while they are still in that round; null where
 * either round has one habit. `mission` is an alias of a row with `previous_id` and `habit`; `user` is the SQL of an ID.
 */
export const previousOwnHabit = ({ mission, user }: Record<'mission' | 'user', string>): string =>
  `(select before.own_habit from members before join missions last on last.id = before.mission_id
     where ${mission}.habit = 'own' and last.habit = 'own' and last.id = ${mission}.previous_id
       and before.user_id = ${user} and before.left_at is null)`;
