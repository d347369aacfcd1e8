import { Camera, Check, MessageSquareText } from 'lucide-react';
import { Pill } from '#platform/web/kit/pill.tsx';
import { useT } from '#platform/web/lib/language.ts';

const icons = { tick: Check, text: MessageSquareText, photo: Camera };

export function CheckinTypePill({ kind }: { kind: keyof typeof icons }) {
  const t = useT();
  const Icon = icons[kind];
  return <Pill icon={<Icon aria-hidden strokeWidth={2.5} />}>{t(`app.kit.checkin_types.${kind}`)}</Pill>;
}

/** '+15 pts', or 'no pts' for zero. */
export function PointsPill({ points }: { points: number }) {
  const t = useT();
  return (
    <Pill tone={points > 0 ? 'open' : 'plain'}>
      {points > 0 ? t('app.kit.points', { count: points }) : t('app.kit.no_points')}
    </Pill>
  );
}
