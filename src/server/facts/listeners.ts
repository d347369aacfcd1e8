/**
 * SQL that is true when a member of the mission other than `author`, who has not muted it, has a device and wants push
 * messages of check-ins. Both are columns of the statement, such as `m.id`: for a parameter PostgreSQL would plan it anew
 * for every mission, which takes longer than to run it. As an array the devices of all members are found by one pass
 * through an index.
 */
export const wantsPushOfCheckin = (mission: string, author: string): string =>
  `exists (
    select from push_subscriptions p
    where p.user_id = any(array(
        select o.user_id from members o
        where o.mission_id = ${mission} and o.user_id <> ${author} and o.left_at is null and not o.muted))
      and exists (select from user_settings s where s.user_id = p.user_id and 'checkin' = any(s.push_types)))`;

/** SQL: whether a webhook is told of events of this name; `webhook` is an alias, `event` the SQL of the name. */
export const listensTo = ({ webhook, event }: Record<'webhook' | 'event', string>): string =>
  `${webhook}.is_on and ${event} = any(${webhook}.events)`;

/**
 * SQL: whether the user of a webhook is suspended; `webhook` is an alias. A value that is read for each webhook found, and
 * no join, so that it costs nothing where there are none.
 */
export const isListenerSuspended = (webhook: string): string =>
  `(select u.suspended_at from users u where u.id = ${webhook}.user_id) is not null`;

/**
 * SQL: whether a member of the mission, or the `actor`, has a webhook for the event and is not suspended; the arguments
 * are SQL.
 */
export const listenerExists = ({ event, mission, actor }: Record<'event' | 'mission' | 'actor', string>): string =>
  `exists (select from webhooks w
     where w.user_id = any(array(
         select o.user_id from members o where o.mission_id = ${mission} and o.left_at is null union all select ${actor}))
       and ${listensTo({ webhook: 'w', event })} and (w.mission_id is null or w.mission_id = ${mission})
       and not ${isListenerSuspended('w')})`;

/** SQL: whether anybody has a webhook for the check-ins of the mission, which is a column of the statement. */
export const wantsWebhookOfCheckin = (mission: string): string =>
  listenerExists({ event: `'checkin.created'`, mission, actor: 'null::uuid' });
