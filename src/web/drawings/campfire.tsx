const STARS: readonly (readonly [x: number, y: number, r: number])[] = [
  [60, 60, 5],
  [150, 30, 3.5],
  [238, 78, 4],
  [330, 34, 5.5],
  [420, 84, 3.5],
  [506, 44, 5],
  [96, 128, 3],
  [468, 140, 4],
  [300, 120, 3],
];

/** Friends around a fire at night. Decorative. */
export function Campfire({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 560 400" aria-hidden="true" className={className} preserveAspectRatio="xMidYMax slice">
      <path
        d="M60 60 150 30 238 78 330 34 420 84 506 44"
        fill="none"
        stroke="#FFBC3B"
        strokeOpacity=".55"
        strokeWidth="2"
        strokeDasharray="7 7"
        strokeLinecap="round"
      />
      {STARS.map(([x, y, r]) => (
        <path
          key={x}
          className="twinkle"
          d={`M${x} ${y - r * 2.2}q${r * 0.3} ${r * 1.9} ${r * 2.2} ${r * 2.2}q${-r * 1.9} ${r * 0.3} ${-r * 2.2} ${r * 2.2}q${-r * 0.3} ${-r * 1.9} ${-r * 2.2} ${-r * 2.2}q${r * 1.9} ${-r * 0.3} ${r * 2.2} ${-r * 2.2}Z`}
          fill="#FFBC3B"
        />
      ))}
      <path d="M-400 330Q-200 240-60 280Q60 200 150 236T330 206t250 60q160 40 420-20v200H-400Z" fill="#4A2A5C" />
      <path d="M-400 350Q120 250 260 300t320-20q200 60 400 0v180H-400Z" fill="#5F3470" />
      <path d="M-20 330q20-8 20-40l16-46 16 46q0 32 20 40Zm70 14q16-6 16-32l13-38 13 38q0 26 16 32Z" fill="#0F6B57" />
      <path d="M470 320q18-8 18-38l15-44 15 44q0 30 18 38Zm56 14q16-6 16-32l13-38 13 38q0 26 16 32Z" fill="#0F6B57" />
      <path d="M-400 372Q280 250 960 372v60H-400Z" fill="#2A7A60" />
      <ellipse cx="280" cy="366" rx="170" ry="26" fill="#F0532B" fillOpacity=".28" />
      <ellipse cx="280" cy="366" rx="100" ry="16" fill="#FFBC3B" fillOpacity=".5" />
      <path d="M110 376q-6-84 40-88 42 4 40 88Z" fill="#F58EA6" />
      <circle cx="150" cy="262" r="26" fill="#8A4B32" />
      <path d="M124 258q2-30 28-30t26 28q-26-14-54 2Z" fill="#160A20" />
      <path d="M176 318q30 6 44-12" stroke="#F58EA6" strokeWidth="15" strokeLinecap="round" fill="none" />
      <path d="M372 376q-4-92 44-96 46 4 44 96Z" fill="#6BB8E8" />
      <circle cx="416" cy="252" r="27" fill="#F2C39A" />
      <path d="M388 250q0-36 30-34 28 2 26 40-8 30-10 44 14-60-6-62-20 10-40 12Z" fill="#C7511F" />
      <path d="M386 314q-30 6-44-10" stroke="#6BB8E8" strokeWidth="15" strokeLinecap="round" fill="none" />
      <path d="M36 386q-6-64 30-68 34 4 32 68Z" fill="#FFBC3B" />
      <circle cx="66" cy="298" r="21" fill="#C98A5E" />
      <path d="M43 302q-2-34 24-32 24 0 22 32-6-16-22-16t-24 16Z" fill="#0F6B57" />
      <path d="M478 388q-4-58 26-60 30 2 28 60Z" fill="#F0532B" />
      <circle cx="504" cy="309" r="19" fill="#6F3B26" />
      <path d="M486 306a18 18 0 0 1 36-2q-18-8-36 2Z" fill="#FFE7C7" />
      <path d="M236 372l88-16M240 354l84 20" stroke="#7A4326" strokeWidth="13" strokeLinecap="round" />
      <g className="flicker">
        <path
          d="M284 226c8 38 50 56 50 98 0 26-22 42-52 42s-54-16-54-44c0-24 16-38 28-50 4 16 10 22 20 26 6-28-4-46 8-72Z"
          fill="#F0532B"
        />
        <path
          d="M284 292c4 18 26 26 26 46 0 14-12 24-27 24s-27-10-27-24c0-12 8-20 14-26 2 8 6 10 10 12 2-12 0-20 4-32Z"
          fill="#FFBC3B"
        />
      </g>
      <g fill="none" stroke="#fff" strokeOpacity=".5" strokeWidth="2" strokeDasharray="6 5" strokeLinecap="round">
        <path d="M118 372q-4-72 32-76 34 4 32 76M380 372q-4-80 36-84 38 4 36 84M44 382q-4-52 22-56 26 4 24 56" />
      </g>
    </svg>
  );
}
