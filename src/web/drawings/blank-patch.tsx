/** The patch of a mission that nobody has checked in to, with a needle. Decorative. */
export function BlankPatch({ size = 96 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 100 100" aria-hidden="true" className="shrink-0">
      <circle cx="50" cy="50" r="38" fill="var(--star-soft)" />
      <circle
        cx="50"
        cy="50"
        r="33"
        fill="none"
        stroke="var(--star-ink)"
        strokeOpacity=".5"
        strokeWidth="1.8"
        strokeDasharray="4.5 3.8"
        strokeLinecap="round"
      />
      <circle
        cx="50"
        cy="50"
        r="45"
        fill="none"
        stroke="var(--line)"
        strokeWidth="5"
        strokeDasharray="6 5.780"
        strokeLinecap="round"
      />
      <path
        d="M30 66Q40 44 52 52t14-16"
        fill="none"
        stroke="var(--flame-hi)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeDasharray="7 5"
      />
      <path d="m64 40 16-24" stroke="var(--ink-2)" strokeWidth="3.5" strokeLinecap="round" />
      <circle cx="65.5" cy="38" r="2.6" fill="none" stroke="var(--ink-2)" strokeWidth="1.8" />
    </svg>
  );
}
