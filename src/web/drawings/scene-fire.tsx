import { AMBER, CREAM, LOG } from './scene-parts.tsx';

const Embers = () => (
  <>
    <path d="M-30-22q4-14 15-9 8-13 19-2 15-4 23 10 5 12-10 13h-36q-14-1-11-12Z" fill="#6B3A2A" />
    <path d="M-16-17h.1m16-8h.1m17 7h.1M-4-13h.1" stroke={AMBER} strokeWidth="7" />
    <path d="M-24-14h.1M10-15h.1" stroke="#F0532B" strokeWidth="8" />
    <path
      d="M-4-44c2-16 13-20 3-38s4-22 0-34"
      stroke={CREAM}
      strokeOpacity=".45"
      strokeWidth="3"
      strokeDasharray="6 7"
    />
  </>
);

/** The fire, which grows with the share of members who are in; embers while nobody is. */
export function SceneFire({ share, sparks = false }: { share: number; sparks?: boolean }) {
  return (
    <g transform="translate(280 334)" fill="none" strokeLinecap="round">
      <path d="M-46-2 44-18M-42-20 46 2" stroke={LOG} strokeWidth="14" />
      {share > 0 ? (
        <g
          className="transition-transform duration-600 ease-out"
          style={{ transform: `scale(${0.62 + 0.38 * share})` }}
        >
          <g className="flicker [transform-box:fill-box]">
            <path
              d="M4-150c8 38 50 56 50 98 0 26-22 42-52 42s-54-16-54-44c0-24 16-38 28-50 4 16 10 22 20 26 6-28-4-46 8-72Z"
              fill="#F0532B"
            />
            <path
              d="M4-84c4 18 26 26 26 46 0 14-12 24-27 24s-27-10-27-24c0-12 8-20 14-26 2 8 6 10 10 12 2-12 0-20 4-32Z"
              fill={AMBER}
            />
          </g>
        </g>
      ) : (
        <Embers />
      )}
      {sparks && <path d="M-24-168l-5-12M26-166l6-11M2-184l1-14M-10-206v-9" stroke={AMBER} strokeWidth="4" />}
    </g>
  );
}
