/**
 * The drawings of chosen patches: motifs, palettes and outlines. A mission whose `patch` is null keeps the drawing
 * derived from its ID (`patch.ts`). Coordinates are in a box of 100 x 100. Every piece stays within the felt of every
 * outline, so nothing is clipped.
 */
import type { ChosenPatch, PatchMotif, PatchOutline, PatchPalette } from './patch-names.ts';

/** A piece of felt (one ink), a thread (with a width), or a piece with an edge (two inks and a width). */
type Piece = readonly [ink: 'a' | 'b' | 'c' | 'ba' | 'ca', d: string, width?: number];
/** `turn` rotates the motif around the middle, in degrees. */
interface Motif {
  readonly turn?: number;
  readonly pieces: readonly Piece[];
}

const o = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0Z`;

export const MOTIFS: Readonly<Record<PatchMotif, Motif>> = {
  book: {
    pieces: [
      ['b', 'M50 35C42 29 32 28 23 30V69C32 67 42 68 50 74C58 68 68 67 77 69V30C68 28 58 29 50 35Z'],
      ['a', 'M50 36V72', 3],
      ['a', 'M31 41q6-.5 11 2M31 51q6-.5 11 2M31 61q6-.5 11 2M58 63q5-2.5 11-2', 3],
      ['c', 'M58 29.5h11v24l-5.5-5-5.5 5Z'],
    ],
  },
  pencil: {
    turn: 40,
    pieces: [
      ['b', 'M42 31h16v31H42Z'],
      ['c', 'M42 62h16L50 80Z'],
      ['a', 'M46.5 72h7L50 80Z'],
      ['c', 'M42 28v-4a4 4 0 0 1 4-4h8a4 4 0 0 1 4 4v4Z'],
      ['a', 'M50 34v25', 2.5],
    ],
  },
  letter: {
    pieces: [
      ['b', 'M27 33h46a4 4 0 0 1 4 4v28a4 4 0 0 1-4 4H27a4 4 0 0 1-4-4V37a4 4 0 0 1 4-4Z'],
      ['a', 'M26 67 42 52M74 67 58 52', 2.5],
      ['ca', 'M25 34h50L53 54q-3 2.5-6 0Z', 3],
    ],
  },
  speech: {
    pieces: [
      ['b', 'M31 25h28a9 9 0 0 1 9 9v13a9 9 0 0 1-9 9H43L31 67V56a9 9 0 0 1-9-9V34a9 9 0 0 1 9-9Z'],
      ['a', 'M33 36h24M33 45h13', 4],
      ['ca', 'M57 49h12a9 9 0 0 1 9 9v3a9 9 0 0 1-8 9l1 9-10-9h-4a9 9 0 0 1-9-9v-3a9 9 0 0 1 9-9Z', 4],
      ['a', 'M57 60h.1M63 60h.1M69 60h.1', 4.5],
    ],
  },
  toothbrush: {
    turn: 38,
    pieces: [
      ['b', 'M47 79V22', 9],
      ['ca', 'M52 17h9a3 3 0 0 1 3 3v22a3 3 0 0 1-3 3h-9Z', 2],
      ['a', 'M53 24h8M53 31h8M53 38h8', 2.2],
      ['a', 'M47 60v13', 2.5],
    ],
  },
  pawn: {
    pieces: [
      ['b', `${o(50, 33, 11)}M43 40h14q0 14 8 28H35q8-14 8-28Z`],
      ['c', 'M41 46h18', 6],
      ['c', 'M33 75h34', 9],
      ['a', 'M45 29q2-3 5-3', 2.5],
    ],
  },
  guitar: {
    turn: 38,
    pieces: [
      ['b', 'M50 45c8 0 12 5 11 11 6 3 8 8 7 13-2 9-10 12-18 12s-16-3-18-12c-1-5 1-10 7-13-1-6 3-11 11-11Z'],
      ['c', 'M50 56V24', 5.5],
      ['c', 'M50 24v-6', 10],
      ['a', 'M50 60h.1', 10],
      ['a', 'M43 73h14', 3],
    ],
  },
  palette: {
    pieces: [
      ['b', 'M51 25c16 0 27 10 27 23 0 9-7 12-14 12-6 0-8 3-6 8 1 4-2 7-8 7-16 0-28-11-28-25s12-25 29-25Z'],
      ['c', 'M38 41h.1M62 39h.1', 10],
      ['a', 'M50 35h.1M33 53h.1', 9],
      ['a', 'M43 65h.1', 9],
    ],
  },
  camera: {
    pieces: [
      ['b', 'M27 37h10l5-8h16l5 8h10a4 4 0 0 1 4 4v26a4 4 0 0 1-4 4H27a4 4 0 0 1-4-4V41a4 4 0 0 1 4-4Z'],
      ['ca', o(50, 54, 12), 4],
      ['a', 'M50 54h.1', 10],
      ['c', 'M68.5 45h.1', 6],
    ],
  },
  spool: {
    pieces: [
      ['b', 'M36 32h24v36H36Z'],
      ['a', 'M36 42 60 38M36 51 60 47M36 60 60 56', 2.5],
      ['c', 'M34 28h28M34 72h28', 8],
      ['b', 'M60 60c8 4 10-4 11-12', 3],
      ['c', 'M71 50 75 24', 4],
    ],
  },
  shoe: {
    pieces: [
      ['b', 'M23 39c5 4 11 2 14-4l6-2 13 17c4 4 10 5 15 6 5 2 6 6 6 11H23Z'],
      ['c', 'M25.5 70.5h49', 7],
      ['a', 'M47 40l-6 4M53 47l-6 4', 3.5],
      ['c', 'M29 57q10 3 18-2', 3.5],
    ],
  },
  steps: {
    turn: 12,
    pieces: [
      ['b', 'M37 25c7 0 10 7 9 14-1 6-3 8-4 13H30c-2-5-3-9-3-14 0-8 4-13 10-13Z'],
      ['b', 'M31 57h11c0 7-1 12-6 12s-6-6-5-12Z'],
      ['c', 'M63 33c-7 0-10 7-9 14 1 6 3 8 4 13h12c2-5 3-9 3-14 0-8-4-13-10-13Z'],
      ['c', 'M69 65H58c0 7 1 12 6 12s6-6 5-12Z'],
    ],
  },
  bicycle: {
    pieces: [
      ['b', `${o(33, 61, 12)}${o(67, 61, 12)}`, 4.5],
      ['c', 'M33 61 43 42H60L50 61H33M43 42 50 61M59 36 67 61', 4],
      ['c', 'M58 35h9M37 37h10', 5],
    ],
  },
  dumbbell: {
    turn: -32,
    pieces: [
      ['c', 'M24 50H76', 6],
      ['b', 'M35 35v30M65 35v30', 10],
      ['c', 'M25 43v14M75 43v14', 7],
      ['a', 'M35 37v26M65 37v26', 2],
    ],
  },
  stretch: {
    pieces: [
      ['c', 'M31 73.5H69', 5],
      ['b', 'M32 66 47 37q3-4 6 0L67 66', 9],
      ['c', o(45, 58, 6.5)],
      ['b', 'M67 66h3.5M32 66h-2.5', 7.5],
    ],
  },
  swim: {
    pieces: [
      ['b', 'M23 62q6.75-8 13.5 0t13.5 0 13.5 0 13.5 0M29 75q5.25-7 10.5 0t10.5 0 10.5 0 10.5 0', 6],
      ['c', 'M33 51 49 37 60 50', 7],
      ['c', o(69, 42, 8)],
    ],
  },
  mountain: {
    pieces: [
      ['b', 'M20 72 42 31q2-3 4 0l12 22 5-7q2-3 4 0L80 72Z'],
      ['c', 'M42 31q2-3 4 0l8 15-6-2-4 5-5-5-5 2Z'],
      ['c', o(68, 32, 6.5)],
      ['a', 'M36 71q16-2 12-9t8-7', 2.5],
    ],
  },
  tent: {
    pieces: [
      ['c', 'M50 30V19', 3.5],
      ['c', 'M50 17.5l13 5-13 5Z'],
      ['b', 'M50 29 73 69H27Z'],
      ['a', 'M50 45 60 69H40Z'],
      ['c', 'M30 69.5H70', 5],
    ],
  },
  drop: {
    pieces: [
      ['b', 'M46 21c13 17 20 25 20 36a20 20 0 0 1-40 0c0-11 7-19 20-36Z'],
      ['a', 'M34 58a12 12 0 0 0 10 11', 4],
      ['c', 'M69 27c6 8 9 11 9 16a9 9 0 0 1-18 0c0-5 3-8 9-16Z'],
    ],
  },
  cup: {
    pieces: [
      ['b', 'M63 48h5a8 8 0 0 1 0 16h-5', 5.5],
      ['b', 'M28 42h36v20a12 12 0 0 1-12 12H40a12 12 0 0 1-12-12Z'],
      ['c', 'M39 36c-4-5 3-8 0-14M53 36c-4-5 3-8 0-14', 4.5],
      ['a', 'M29 51h34', 3],
      ['c', 'M30 79h32', 4.5],
    ],
  },
  apple: {
    pieces: [
      ['b', 'M50 38c-5-5-23-6-25 12-1 14 9 28 18 28 3 0 5-1 7-1s4 1 7 1c9 0 19-14 18-28-2-18-20-17-25-12Z'],
      ['c', 'M50 39c0-7 0-10 2-14', 4.5],
      ['c', 'M54 31c2-9 10-12 19-11-1 9-9 14-19 11Z'],
      ['a', 'M33 55c0-6 2-9 6-10', 4],
    ],
  },
  pot: {
    pieces: [
      ['c', 'M43 31c-3-4 3-5 0-9M56 31c-3-4 3-5 0-9', 4],
      ['b', 'M26 56h48', 6.5],
      ['b', 'M31 52h38v15a9 9 0 0 1-9 9H40a9 9 0 0 1-9-9Z'],
      ['c', 'M30 48q4-9 15-10 0-3 5-3t5 3q11 1 15 10Z'],
      ['a', 'M38 60v4a5 5 0 0 0 5 5', 3.5],
    ],
  },
  bread: {
    pieces: [
      ['b', 'M22 60c-3-17 10-29 28-29s31 12 28 29c-1 7-4 10-10 10H32c-6 0-9-3-10-10Z'],
      ['c', 'M36 39q7 5 6 14M50 36q7 6 6 16M63 40q5 5 4 12', 4.5],
      ['a', 'M30 61h40', 2.5],
    ],
  },
  bowl: {
    pieces: [
      ['b', 'M60 44 73 23', 5.5],
      ['c', 'M28 51q0-16 22-16t22 16Z'],
      ['b', 'M23 49h54q0 18-18 25l-2 5H43l-2-5Q23 67 23 49Z'],
      ['a', 'M31 57q3 7 9 11', 3.5],
      ['a', 'M42 44h.1M51 41h.1M60 45h.1', 3.5],
    ],
  },
  plant: {
    pieces: [
      ['c', 'M50 57V37', 4.5],
      ['c', 'M50 50C36 52 28 43 27 30c14-1 23 6 23 20Zm0-7c0-14 8-22 22-22 0 14-8 22-22 22Z'],
      ['b', 'M36 62h28l-4 17H40Z'],
      ['b', 'M34 59h32', 7],
    ],
  },
  paw: {
    pieces: [
      ['b', 'M50 50c10 0 19 10 19 18 0 7-6 9-11 8-3-1-5-2-8-2s-5 1-8 2c-5 1-11-1-11-8 0-8 9-18 19-18Z'],
      ['c', 'M29 46l.8 3M71 46l-.8 3', 11],
      ['c', 'M42 31l.5 4M58 31l-.5 4', 12],
    ],
  },
  heart: {
    pieces: [
      ['b', 'M50 77C30 63 22 53 22 42a15 15 0 0 1 28-7 15 15 0 0 1 28 7c0 11-8 21-28 35Z'],
      ['a', 'M27 53h11l6-11 9 20 5-9h15', 4],
      ['c', 'M30 41q1-6 7-7', 4],
    ],
  },
  breath: {
    pieces: [
      ['b', 'M23 43H54a9 9 0 1 0-9-9', 6],
      ['c', 'M31 53H67a10 10 0 1 0-10-10', 6],
      ['b', 'M23 63H50a8 8 0 1 1-8 8', 6],
      ['c', 'M60 63h9', 6],
    ],
  },
  moon: {
    pieces: [
      ['b', 'M51 23a28 28 0 1 0 26 39A23 23 0 0 1 51 23Z'],
      ['c', 'M57 29h10L57 41h10', 4.5],
      ['c', 'M67 46h8L67 55h8', 4],
    ],
  },
  sun: {
    pieces: [
      ['c', 'M50 23v5M50 72v5M23 50h5M72 50h5M31 31l3.5 3.5M65.5 65.5 69 69M69 31l-3.5 3.5M34.5 65.5 31 69', 5.5],
      ['b', o(50, 50, 16)],
      ['a', 'M44 47v.1M56 47v.1', 4.5],
      ['a', 'M43 54q7 7 14 0', 3],
    ],
  },
  clock: {
    pieces: [
      ['c', 'M29 34l9-8M71 34l-9-8', 8],
      ['b', 'M38 70l-5 7M62 70l5 7', 5.5],
      ['b', o(50, 53, 22)],
      ['c', o(50, 53, 15)],
      ['a', 'M50 44v9l7 4', 4],
    ],
  },
  bulb: {
    pieces: [
      ['b', 'M50 21a21 21 0 0 1 12 38c-3 2-4 4-4 7H42c0-3-1-5-4-7a21 21 0 0 1 12-38Z'],
      ['a', 'M45 65V53l-5-8M55 65V53l5-8', 3],
      ['c', 'M44 70.5h12M47 77h6', 5],
    ],
  },
  phone: {
    pieces: [
      ['b', 'M39 22h22a5 5 0 0 1 5 5v46a5 5 0 0 1-5 5H39a5 5 0 0 1-5-5V27a5 5 0 0 1 5-5Z'],
      ['a', 'M39 30h22v36H39Z'],
      ['a', 'M29 71 71 29', 12],
      ['c', 'M29 71 71 29', 6],
    ],
  },
  broom: {
    turn: 36,
    pieces: [
      ['c', 'M50 19v34', 5.5],
      ['b', 'M42 50h16l9 28q-17 5-34 0Z'],
      ['a', 'M41 57h18', 3],
      ['a', 'M45 64l-3 13M50 64v14M55 64l3 13', 2.5],
    ],
  },
  coin: {
    pieces: [
      ['c', 'M27 57v11c0 5 9 9 20 9s20-4 20-9V57Z'],
      ['a', 'M27 62c0 5 9 9 20 9s20-4 20-9', 2.5],
      ['ba', o(52, 43, 19), 3],
      ['a', o(52, 43, 12.5), 2],
      ['a', 'M49 40l4-3v12', 3.5],
    ],
  },
  star: {
    pieces: [
      [
        'b',
        'M50 24q2 0 3 3l5 11 12 2q6 1 2 5l-9 9 2 12q1 6-5 4l-10-6-10 6q-6 2-5-4l2-12-9-9q-4-4 2-5l12-2 5-11q1-3 3-3Z',
      ],
      ['a', 'M44 46v3M56 46v3', 4],
      ['a', 'M44 55q6 6 12 0', 3],
      ['c', 'M27 28h.1M74 27h.1M75 68h.1M25 68h.1', 6],
    ],
  },
};

/** Field, motif, accent, and the thread of seam and rim. */
export const PALETTES: Readonly<
  Record<PatchPalette, readonly [field: string, motif: string, accent: string, thread: string]>
> = {
  ember: ['#C13C17', '#FFBC3B', '#FFE7C7', '#FFF3E6'],
  pine: ['#0F6B57', '#8FD3B0', '#FFE0A0', '#FFF3E6'],
  plum: ['#5B2A73', '#FF9FB8', '#FFD27A', '#FFF3E6'],
  lake: ['#24639B', '#FFC65A', '#DDF0FF', '#FFF3E6'],
  berry: ['#7A0C3C', '#FFC0B0', '#FFE38F', '#FFF3E6'],
  lagoon: ['#075A66', '#FFE7C7', '#6FD9CC', '#FFF3E6'],
  slate: ['#656F94', '#FFC9D6', '#FFF6C9', '#FFF3E6'],
  honey: ['#FFC247', '#A33A10', '#4A2364', '#7A3A00'],
};

interface Outline {
  readonly felt: string;
  readonly seam: string;
  /** The motif's scale, and how far its middle moves down. */
  readonly scale: number;
  readonly down: number;
}

export const OUTLINES: Readonly<Record<PatchOutline, Outline>> = {
  round: { felt: o(50, 50, 38.5), seam: o(50, 50, 35), scale: 1, down: 0 },
  square: {
    felt: 'M33 17H67a16 16 0 0 1 16 16V67a16 16 0 0 1-16 16H33a16 16 0 0 1-16-16V33a16 16 0 0 1 16-16Z',
    seam: 'M33 20.5H67a12.5 12.5 0 0 1 12.5 12.5V67a12.5 12.5 0 0 1-12.5 12.5H33a12.5 12.5 0 0 1-12.5-12.5V33a12.5 12.5 0 0 1 12.5-12.5Z',
    scale: 0.94,
    down: 0,
  },
  shield: {
    felt: 'M19 26q1-4 5-5.5 26-9.5 52 0 4 1.5 5 5.5C88 57 76 80 53 88.5q-3 1-6 0C24 80 12 57 19 26Z',
    seam: 'M22.3 27q.6-2.6 3.2-3.5 24.5-8.5 49 0 2.6.9 3.2 3.5C84 56 73 77 52 85q-2 .7-4 0C27 77 16 56 22.3 27Z',
    scale: 0.9,
    down: -3,
  },
};

/** SVG attributes of a path in camelCase. */
export type PathAttributes = Readonly<Record<string, string | number>>;

/** Returns the pieces of a chosen patch. Only the motif needs `transform`. */
export function piecesOf({ motif, palette, outline }: ChosenPatch): {
  felt: PathAttributes;
  transform: string | undefined;
  motif: readonly PathAttributes[];
  seam: PathAttributes;
} {
  const [a, b, c, thread] = PALETTES[palette];
  const inkOf = (ink: string | undefined) => (ink === 'a' ? a : ink === 'b' ? b : c);
  const { felt, seam, scale, down } = OUTLINES[outline];
  const { turn = 0, pieces } = MOTIFS[motif];
  const at =
    scale === 1 && down === 0 ? '' : `translate(${50 * (1 - scale)} ${50 * (1 - scale) + down}) scale(${scale}) `;
  const round = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  return {
    felt: { d: felt, fill: a, stroke: thread, strokeOpacity: 0.45, strokeWidth: 1.6 },
    transform: `${at}${turn ? `rotate(${turn} 50 50)` : ''}`.trim() || undefined,
    motif: pieces.map(([ink, d, width]) => {
      if (width === undefined) return { d, fill: inkOf(ink) };
      const [fill, edge] = ink.length === 2 ? [inkOf(ink[0]), inkOf(ink[1])] : ['none', inkOf(ink)];
      return { d, fill, stroke: edge, strokeWidth: width, ...round };
    }),
    seam: {
      d: seam,
      fill: 'none',
      stroke: thread,
      strokeOpacity: 0.6,
      strokeWidth: 1.6,
      strokeDasharray: '4 3.3',
      strokeLinecap: 'round',
    },
  };
}
