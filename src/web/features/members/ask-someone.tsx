import { Link } from '@tanstack/react-router';
import { button } from '#web/kit/button.tsx';
import { cx } from '#web/lib/cx.ts';

interface AskSomeoneProps {
  missionId: string;
  /** On the night card, where it stands with the other acts. */
  onNight?: boolean;
}

/** For somebody alone: the way to the block that invites. */
export const AskSomeone = ({ missionId, onNight = false }: AskSomeoneProps) => (
  <p className={cx('mt-2 text-center', onNight && '@2xl:-ms-2 @2xl:text-start')}>
    <Link
      to="/mission/$missionId"
      params={{ missionId }}
      hash="invite"
      replace
      className={button({ kind: onNight ? 'duskBare' : 'bare' })}
    >
      Ask someone along
    </Link>
  </p>
);
