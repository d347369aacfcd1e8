import type { ReactNode } from 'react';
import type { MILESTONE_STREAKS } from '#domain/milestones.ts';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { useT } from '#platform/web/lib/language.ts';
import { AMBER, BRICK, CREAM, EMBER, Figure, Fire, ICE, MINT, PLUM } from './milestone-figures.tsx';

export type MilestoneKind = 'first' | 'comeback' | (typeof MILESTONE_STREAKS)[number];

/** Fourteen scallops around (80, 80). */
const SCALLOP =
  'M80.0 18.5A15.1 15.1 0 0 1 106.7 24.6A15.1 15.1 0 0 1 128.1 41.7A15.1 15.1 0 0 1 140.0 66.3A15.1 15.1 0 0 1 140.0 93.7A15.1 15.1 0 0 1 128.1 118.3A15.1 15.1 0 0 1 106.7 135.4A15.1 15.1 0 0 1 80.0 141.5A15.1 15.1 0 0 1 53.3 135.4A15.1 15.1 0 0 1 31.9 118.3A15.1 15.1 0 0 1 20.0 93.7A15.1 15.1 0 0 1 20.0 66.3A15.1 15.1 0 0 1 31.9 41.7A15.1 15.1 0 0 1 53.3 24.6A15.1 15.1 0 0 1 80.0 18.5Z';

const SEVEN = [0, 1, 2, 3, 4, 5, 6];

const ART: Record<MilestoneKind, { ground: string; label: PlainKey; drawn: ReactNode }> = {
  first: {
    ground: BRICK,
    label: 'app.checkins.pictures.first',
    drawn: (
      <>
        <circle cx="80" cy="82" r="40" fill={CREAM} />
        <circle cx="80" cy="82" r="33" stroke={BRICK} strokeOpacity=".4" strokeWidth="2" strokeDasharray="5 6" />
        <path d="M80 42a40 40 0 0 1 24 8" stroke={AMBER} strokeWidth="9" />
        <path d="M104 50q24 14 12 38t-46 4q-12-10-2-22" stroke={AMBER} strokeWidth="4" />
        <path d="M66 72 98 112" stroke={PLUM} strokeWidth="7" />
        <path d="m98 112 6 8" stroke={PLUM} strokeWidth="4" />
        <path d="m68 74 4 5" stroke={CREAM} strokeWidth="2.5" />
      </>
    ),
  },
  7: {
    ground: '#0F6B57',
    label: 'app.checkins.pictures.week',
    drawn: (
      <>
        <path d="M30 108q50-74 100 0" stroke={MINT} strokeWidth="3" strokeDasharray="6 6" />
        {SEVEN.map((at) => (
          <Fire
            key={at}
            x={32 + at * 16}
            y={100 - Math.sin((at / 6) * Math.PI) * 42 + (at % 2 ? 2 : 0)}
            size={at === 6 ? 0.62 : 0.4}
          />
        ))}
        <Figure days={7} />
      </>
    ),
  },
  30: {
    ground: '#5B2A73',
    label: 'app.checkins.pictures.month',
    drawn: (
      <>
        <circle cx="80" cy="66" r="30" fill={CREAM} />
        <circle cx="70" cy="58" r="6" fill="#F4D1A6" />
        <circle cx="90" cy="72" r="8" fill="#F4D1A6" />
        <circle cx="80" cy="66" r="40" stroke={AMBER} strokeWidth="5" strokeDasharray="2.8 5.578" />
        <path d="M22 120q28-38 58-16t60-14v40q-26 26-62 22-40-4-56-32Z" fill="#7A4A94" />
        <Figure days={30} />
      </>
    ),
  },
  100: {
    ground: '#2C6FA8',
    label: 'app.checkins.pictures.hundred',
    drawn: (
      <>
        <path d="M24 122 62 62q6-8 12 0l12 18 8-10q5-6 10 0l34 52-12 16H34Z" fill={ICE} />
        <path d="M62 62q6-8 12 0l10 15-9 5-7-6-8 7-8-5Z" fill={AMBER} />
        <path d="M40 126q30-4 26-20t24-20" stroke="#2C6FA8" strokeWidth="4" strokeDasharray="7 6" />
        <Fire x={68} y={60} size={0.7} />
        <Figure days={100} />
      </>
    ),
  },
  365: {
    ground: AMBER,
    label: 'app.checkins.pictures.year',
    drawn: (
      <>
        <circle
          cx="80"
          cy="72"
          r="45"
          stroke={BRICK}
          strokeWidth="12"
          strokeDasharray="2.6 2.837"
          strokeLinecap="butt"
        />
        <circle cx="80" cy="72" r="33" fill={EMBER} />
        <circle cx="80" cy="72" r="27" stroke={CREAM} strokeOpacity=".8" strokeWidth="2" strokeDasharray="5 4" />
        <path d="M69 66v3m22-3v3M70 78q10 9 20 0" stroke={CREAM} strokeWidth="5" />
        <Figure days={365} />
      </>
    ),
  },
  comeback: {
    ground: '#236B54',
    label: 'app.checkins.pictures.comeback',
    drawn: (
      <>
        <path d="M22 112q58-24 116 0-12 36-58 38-46-2-58-38Z" fill="#7A4326" />
        <path d="M34 118q46-18 92 0" stroke={CREAM} strokeOpacity=".45" strokeWidth="2" strokeDasharray="5 5" />
        <path d="M80 112q-3-26 1-52" stroke={MINT} strokeWidth="7" />
        <path d="M79 84q-32 2-38-28 34-4 38 28Z" fill={MINT} />
        <path d="M81 68q2-34 40-34 0 36-40 34Z" fill="#C9EBD6" />
        <path
          d="M50 62q14 6 22 15m42-36q-14 6-25 19"
          stroke="#236B54"
          strokeOpacity=".6"
          strokeWidth="2"
          strokeDasharray="4 4"
        />
        <Fire x={112} y={122} size={0.62} />
        <path d="M38 134l16-5m52 9 16-5" stroke={AMBER} strokeWidth="4" />
      </>
    ),
  },
};

/** A milestone. Its scalloped edge sets it apart from round patches and hexagonal badges. */
export function MilestonePicture({ kind, className }: { kind: MilestoneKind; className: string }) {
  const t = useT();
  const { ground, label, drawn } = ART[kind];
  return (
    <svg viewBox="0 0 160 160" role="img" aria-label={t(label)} className={className}>
      <path d={SCALLOP} fill={ground} stroke="#FFF3E6" strokeOpacity=".4" strokeWidth="2" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <circle
          cx="80"
          cy="80"
          r="62"
          stroke={kind === 365 ? '#7A4B00' : '#fff'}
          strokeOpacity=".5"
          strokeWidth="2"
          strokeDasharray="5.5 4.9"
        />
        {drawn}
      </g>
    </svg>
  );
}
