import { Link } from '@tanstack/react-router';
import { Repeat2 } from 'lucide-react';
import { type ButtonLook, button } from '#web/kit/button.tsx';

interface NextRoundLinkProps extends ButtonLook {
  /** The completed mission. */
  mission: { id: string; title: string; member_count: number };
}

function labelOf(others: number): string {
  if (others === 0) return 'Start the next round';
  return others === 1 ? 'Next round with the same friend' : `Next round with the same ${others}`;
}

/** The way to the form of a mission's next round, for whoever may start it. */
export function NextRoundLink({ mission: { id, title, member_count }, ...look }: NextRoundLinkProps) {
  const label = labelOf(member_count - 1);
  return (
    <Link to="/create-mission" search={{ previous: id }} className={button(look)} aria-label={`${label}: ${title}`}>
      {look.kind !== 'bare' && <Repeat2 className="size-5 shrink-0" aria-hidden />}
      {label}
    </Link>
  );
}
