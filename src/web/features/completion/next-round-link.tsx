import { Link } from '@tanstack/react-router';
import { Repeat2 } from 'lucide-react';
import { type ButtonLook, button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';

interface NextRoundLinkProps extends ButtonLook {
  mission: { id: string; title: string; member_count: number };
}

export function NextRoundLink({ mission: { id, title, member_count }, ...look }: NextRoundLinkProps) {
  const t = useT();
  const others = member_count - 1;
  const label =
    others === 0
      ? t('app.completion.round.alone_label', { mission: title })
      : t('app.completion.round.same_label', { others, mission: title });
  return (
    <Link to="/create-mission" search={{ previous: id }} className={button(look)} aria-label={label}>
      {look.kind !== 'bare' && <Repeat2 className="size-5 shrink-0" aria-hidden />}
      <span>{others === 0 ? t('app.completion.round.alone') : t('app.completion.round.same', { others })}</span>
    </Link>
  );
}
