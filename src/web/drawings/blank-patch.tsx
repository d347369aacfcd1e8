/** The patch of a mission without check-ins, with a needle. Decorative. */
export function BlankPatch({ size = 96 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 100 100"
      aria-hidden="true"
      className="shrink-0"
      fill="none"
      strokeLinecap="round"
    >
      <circle cx="50" cy="50" r="38" fill="var(--star-soft)" />
      <circle
        cx="50"
        cy="50"
        r="33"
        stroke="var(--star-ink)"
        strokeOpacity=".5"
        strokeWidth="1.8"
        strokeDasharray="4.5 3.8"
      />
      <circle cx="50" cy="50" r="45" stroke="var(--line)" strokeWidth="5" strokeDasharray="6 5.780" />
      <path d="M30 66Q40 44 52 52t14-16" stroke="var(--flame-hi)" strokeWidth="3.5" strokeDasharray="7 5" />
      <path d="m64 40 16-24" stroke="var(--ink-2)" strokeWidth="3.5" />
      <circle cx="65.5" cy="38" r="2.6" stroke="var(--ink-2)" strokeWidth="1.8" />
    </svg>
  );
}
