/* Four fixed dolls: the catalog of all cloths and hats is too large for a first visit. */
const FRIENDS = [
  {
    place: 'translate(66 386) scale(.78)',
    body: 'M-40 0q-6-74 22-82 18-5 36 0 28 8 22 82Z',
    field: '#F2B233',
    seam: 'M-30-14h.1M-10-14h.1M10-14h.1M30-14h.1M-22-29h.1M22-29h.1M-28-45h.1M28-45h.1M-17-60h.1M17-60h.1M0-68h.1',
    thread: '#8A2F0C',
    head: '#BDE8CF',
    hat: 'M0-24q-3-17-21-16 3 17 21 16Zm1 0q2-13 17-13-2 13-17 13Z',
    hatFill: '#0F6B57',
  },
  {
    place: 'translate(150 376)',
    body: 'M-46 0q2-60 30-78 16-8 32 0 28 18 30 78l-11.5-7-11.5 7-11.5-7-11.5 7-11.5-7-11.5 7-11.5-7Z',
    field: '#58A4DE',
    seam: 'M-36-15q8-42 26-56m46 56q-8-42-26-56M-32-19q32 9 64 0',
    thread: '#12345A',
    dashed: '5 4.5',
    head: '#DDF0FF',
    hat: 'M-26-6q0-28 26-28t26 28q-26-9-52 0Zm18-26a8 8 0 1 1 16 0q-8-3-16 0Z',
    hatFill: '#B3225B',
  },
  {
    place: 'translate(414 376) scale(-1.02 1.02)',
    body: 'M-48 0q-4-62 30-82 18-6 36 0 34 20 30 82Z',
    field: '#F29BB2',
    seam: 'M-40-6q0-50 28-66m52 66q0-50-28-66M-28-71q28 16 56 0',
    thread: '#8E1746',
    dashed: '5 4.5',
    head: '#DCE6FF',
    hat: 'M-31 4q0-37 31-37t31 37q0 24-31 24t-31-24Zm19-2a20 20 0 0 0 40 0 20 20 0 0 0-40 0ZM-27-19a9.5 9.5 0 1 1 13-11M14-30a9.5 9.5 0 1 1 13 11',
    hatFill: '#5B2A73',
  },
  {
    place: 'translate(504 388) scale(-.76 .76)',
    body: 'M-42 0q0-36 8-52 4-28 20-31 14-3 28 0 16 3 20 31 8 16 8 52Z',
    field: '#137A5E',
    seam: 'M-33-18l11 8 11-8 11 8 11-8 11 8 11-8M-28-50l9 7 9-7 9 7 9-7 9 7 9-7',
    thread: '#FFD27A',
    head: '#A9DFC4',
    hat: 'M-26-8q2-27 27-27 22 0 33 20a7 7 0 1 1-9 5q-6-8-12-8 10 4 13 10-26-8-52 0Z',
    hatFill: '#8E1746',
  },
];

export function Campfire({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 560 400"
      aria-hidden="true"
      className={className}
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      strokeLinecap="round"
    >
      <path
        d="M60 60 150 30 238 78 330 34 420 84 506 44"
        stroke="#FFBC3B"
        strokeOpacity=".55"
        strokeWidth="2"
        strokeDasharray="7 7"
      />
      <path
        className="twinkle"
        d="M60 60h.1M150 30h.1M238 78h.1M330 34h.1M420 84h.1M506 44h.1M96 128h.1M468 140h.1M300 120h.1"
        stroke="#FFBC3B"
        strokeWidth="9"
      />
      <path d="M-400 330Q-200 240-60 280Q60 200 150 236T330 206t250 60q160 40 420-20v200H-400Z" fill="#4A2A5C" />
      <path d="M-400 350Q120 250 260 300t320-20q200 60 400 0v180H-400Z" fill="#5F3470" />
      <path
        d="M-20 330q20-8 20-40l16-46 16 46q0 32 20 40Zm70 14q16-6 16-32l13-38 13 38q0 26 16 32ZM470 320q20-8 20-40l16-46 16 46q0 32 20 40Zm70 14q16-6 16-32l13-38 13 38q0 26 16 32Z"
        fill="#0F6B57"
      />
      <path d="M-400 372Q280 250 960 372v60H-400Z" fill="#2A7A60" />
      <ellipse cx="280" cy="366" rx="170" ry="26" fill="#F0532B" fillOpacity=".28" />
      <ellipse cx="280" cy="366" rx="100" ry="16" fill="#FFBC3B" fillOpacity=".5" />
      {FRIENDS.map(({ place, body, field, seam, thread, dashed, head, hat, hatFill }) => (
        <g key={place} transform={place}>
          <path d={body} fill={field} stroke="#FFF3E6" strokeOpacity=".4" strokeWidth="2.5" />
          <path d={seam} stroke={thread} strokeWidth={dashed ? 2 : 6} strokeDasharray={dashed} />
          <path d="M20-46q20 6 27-12" stroke={field} strokeWidth="16" />
          <path d="M-27-98a27 27 0 1 0 54 0a27 27 0 1 0-54 0ZM39-62a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z" fill={head} />
          <path transform="translate(0 -98)" d={hat} fill={hatFill} />
          <path d="M1-96v3m15-3v3M4-85.5q5 5 9 0" stroke="#2C1838" strokeWidth="3.8" />
        </g>
      ))}
      <path d="M236 372l88-16M240 354l84 20" stroke="#7A4326" strokeWidth="13" />
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
    </svg>
  );
}
