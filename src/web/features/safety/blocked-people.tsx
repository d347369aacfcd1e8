import { useQuery } from '@tanstack/react-query';
import type { BlockedPerson } from '#contract/safety.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { FailedPart } from '#platform/web/kit/load-part.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { blocksQuery, useUnblock } from './queries.ts';

function Row({ person }: { person: BlockedPerson }) {
  const t = useT();
  const { mutate, isPending } = useUnblock();
  const unblock = () =>
    mutate(person.user_id, {
      onSuccess: () => toast.success(t('app.safety.blocked.unblocked', { name: person.name })),
      onError: (error) => toast.failure(error, t('app.safety.blocked.not_unblocked')),
    });
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Avatar name={person.name} look={person.look} url={person.avatar_url} size={36} decorative />
      <strong className="min-w-0 grow truncate text-sm" title={person.name}>
        {person.name}
      </strong>
      <Button
        kind="quiet"
        size="sm"
        busy={isPending}
        busyLabel={t('app.safety.blocked.unblocking')}
        aria-label={t('app.safety.blocked.unblock_of', { name: person.name })}
        onClick={unblock}
      >
        {t('app.safety.blocked.unblock')}
      </Button>
    </li>
  );
}

/** People that the user has blocked. Most users have none, so an empty or loading list shows nothing. */
export function BlockedPeople() {
  const t = useT();
  const query = useQuery(blocksQuery);
  const { data: people = [], isError } = query;
  const heading = useFocusFallback<HTMLSpanElement>(people.length);
  if (isError && people.length === 0)
    return (
      <FailedPart
        query={query}
        text={t('app.safety.blocked.not_loaded')}
        button={{ kind: 'bare' }}
        className="flex flex-wrap items-center justify-between gap-x-3 px-1 text-sm text-ink-2"
      />
    );
  if (people.length === 0) return null;
  return (
    <Section
      id="blocked"
      title={
        <span ref={heading} tabIndex={-1}>
          {t('app.safety.blocked.title')}
        </span>
      }
      lead={t('app.safety.blocked.lead')}
    >
      <ul className="grid grid-cols-1 gap-3">
        {people.map((person) => (
          <Row key={person.user_id} person={person} />
        ))}
      </ul>
    </Section>
  );
}
