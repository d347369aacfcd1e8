const SPARKS: readonly (readonly [x: number, y: number])[] = [
  [46, 56],
  [96, 36],
  [152, 62],
  [200, 32],
  [262, 76],
];

/** An unlit fire next to a tent under the moon, for what has not started. Decorative. */
export function UnlitCampfire({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 420 240" aria-hidden="true" className={className} fill="none" strokeLinecap="round">
      <rect width="420" height="240" rx="30" fill="#2C1838" />
      <circle cx="338" cy="58" r="26" fill="#FFE7C7" />
      <circle cx="349" cy="50" r="22" fill="#2C1838" />
      <path d="M46 56 96 36l56 26 48-30" stroke="#FFBC3B" strokeOpacity=".6" strokeWidth="2" strokeDasharray="6 6" />
      {SPARKS.map(([x, y]) => (
        <path
          key={x}
          className="twinkle"
          d={`M${x} ${y - 9}q1.5 7.5 9 9-7.5 1.5-9 9-1.5-7.5-9-9 7.5-1.5 9-9Z`}
          fill="#FFBC3B"
        />
      ))}
      <path d="M0 168q90-56 190-20t230-26v88a30 30 0 0 1-30 30H30a30 30 0 0 1-30-30Z" fill="#4A2A5C" />
      <path d="M0 196q120-34 220-14t200-18v46a30 30 0 0 1-30 30H30a30 30 0 0 1-30-30Z" fill="#2A7A60" />
      <path d="m86 206 62-92 62 92Z" fill="#F0532B" />
      <path d="m148 114 62 92h-34Z" fill="#BE3511" />
      <path d="m128 206 20-46 20 46Z" fill="#2C1838" />
      <path d="m96 200 50-74M200 200l-50-74" stroke="#fff" strokeOpacity=".5" strokeWidth="2" strokeDasharray="6 5" />
      <path d="M262 212l76-14M264 196l74 18" stroke="#7A4326" strokeWidth="12" />
      {[252, 274, 298, 322, 346].map((x, i) => (
        <ellipse key={x} cx={x} cy={222 - (i % 2) * 3} rx="11" ry="7" fill={i % 2 ? '#8A7196' : '#A58A80'} />
      ))}
      <path
        d="M300 188c1-9 7-13 2-23M310 184c0-7 5-10 1-18"
        stroke="#FFF3E6"
        strokeOpacity=".45"
        strokeWidth="3"
        strokeDasharray="5 5"
      />
    </svg>
  );
}

/** A signpost at a fork of the trail, for what cannot be found. Decorative. */
export function SignpostScene({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 420 240" aria-hidden="true" className={className} fill="none" strokeLinecap="round">
      <rect width="420" height="240" rx="30" fill="#2C1838" />
      <circle cx="76" cy="60" r="24" fill="#FFBC3B" />
      <path d="M0 150q110-70 220-16t200-30v106a30 30 0 0 1-30 30H30a30 30 0 0 1-30-30Z" fill="#4A2A5C" />
      <path d="M0 190q120-40 230-14t190-14v48a30 30 0 0 1-30 30H30a30 30 0 0 1-30-30Z" fill="#0F6B57" />
      <path d="M30 238q70-40 150-32t90-26q10-18 70-24" stroke="#FFE7C7" strokeWidth="5" strokeDasharray="13 12" />
      <path d="M222 214V70" stroke="#7A4326" strokeWidth="13" />
      <path d="M200 78h92l20 19-20 19h-92Z" fill="#FFBC3B" stroke="#FFBC3B" strokeWidth="6" strokeLinejoin="round" />
      <path d="M244 128h-84l-20 18 20 18h84Z" fill="#F58EA6" stroke="#F58EA6" strokeWidth="6" strokeLinejoin="round" />
      <g strokeOpacity=".6" strokeWidth="2" strokeDasharray="6 5" strokeLinecap="butt">
        <path d="M206 82h84l15 15-15 15h-84Z" stroke="#7A4B00" />
        <path d="M238 132h-76l-15 14 15 14h76Z" stroke="#6b1238" />
      </g>
      <path d="M236 92q6-8 12 0c3 6-6 6-6 12m0 5v.5" stroke="#7A4B00" strokeWidth="4.5" />
      <path d="M184 140q6-8 12 0c3 6-6 6-6 11m0 5v.5" stroke="#6b1238" strokeWidth="4.5" />
      <path d="m348 196 16-42 16 42ZM384 202l13-34 13 34Z" fill="#2A7A60" />
    </svg>
  );
}
