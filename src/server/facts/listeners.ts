/**
 * Returns SQL that is true if another member who has not muted the mission gets push messages of check-ins. Pass
 * columns such as `m.id`: with parameters, PostgreSQL would plan the query for each mission, which takes longer than
 * running it. The array lets one index scan find the devices of all members.
 */
export const wantsPushOfCheckin = (mission: string, author: string): string =>
  `exists (
    select from push_subscriptions p
    where p.user_id = any(array(
        select o.user_id from members o
        where o.mission_id = ${mission} and o.user_id <> ${author} and o.left_at is null and not o.muted))
      and exists (select from user_settings s where s.user_id = p.user_id and 'checkin' = any(s.push_types)))`;

/** Returns SQL that is true if the webhook receives the event. `webhook` is an alias, `event` the SQL of its name. */
export const listensTo = ({ webhook, event }: Record<'webhook' | 'event', string>): string =>
  `${webhook}.is_on and ${event} = any(${webhook}.events)`;

/**
 * Returns SQL that is true if the webhook's user is suspended. `webhook` is an alias. A scalar subquery costs nothing
 * if no webhook matches, unlike a join.
 */
export const isListenerSuspended = (webhook: string): string =>
  `(select u.suspended_at from users u where u.id = ${webhook}.user_id) is not null`;

/**
 * Returns SQL that is true if a member or the `actor` has a webhook for the event and is not suspended. The arguments
 * are SQL.
 */
export const listenerExists = ({ event, mission, actor }: Record<'event' | 'mission' | 'actor', string>): string =>
  `exists (select from webhooks w
     where w.user_id = any(array(
         select o.user_id from members o where o.mission_id = ${mission} and o.left_at is null union all select ${actor}))
       and ${listensTo({ webhook: 'w', event })} and (w.mission_id is null or w.mission_id = ${mission})
       and not ${isListenerSuspended('w')})`;

/** Returns SQL that is true if any webhook listens to the mission's check-ins. `mission` is a column. */
export const wantsWebhookOfCheckin = (mission: string): string =>
  listenerExists({ event: `'checkin.created'`, mission, actor: 'null::uuid' });
