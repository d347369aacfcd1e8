/**
 * The drawing of a mission's patch as plain geometry. The web renders it as SVG, the server as PNG. Coordinates are in
 * a box of 100 x 100; attributes are those of SVG in camelCase.
 */

/** Hashes with FNV-1a to an unsigned 32-bit number, so an ID gives the same patch on every device. */
export const hash = (seed: string): number => {
  let h = 2166136261;
  for (let i = 0; i < seed.length; i++) h = Math.imul(h ^ seed.charCodeAt(i), 16777619);
  return h >>> 0;
};

export type PatchColours = readonly [field: string, motif: string, accent: string];
const PALETTES: readonly PatchColours[] = [
  ['#F0532B', '#FFBC3B', '#FFE7C7'],
  ['#0F6B57', '#8FD3B0', '#FFE7C7'],
  ['#5B2A73', '#FF9FB8', '#FFBC3B'],
  ['#2C6FA8', '#FFBC3B', '#DDF0FF'],
  ['#B3225B', '#FFC9A8', '#FFBC3B'],
];
export const PALETTES_COUNT = PALETTES.length;
/** Returns the palette for a number such as the `hash` of an ID. */
export const patchColoursOf = (seed: number): PatchColours => PALETTES[seed % PALETTES.length]!;

export type Shape = readonly [tag: 'path' | 'circle', attributes: Readonly<Record<string, string | number>>];

const path = (d: string, attributes: Shape[1]): Shape => ['path', { d, ...attributes }];
const disc = (cx: number, cy: number, r: number, fill: string): Shape => ['circle', { cx, cy, r, fill }];
const thread = (stroke: string, strokeWidth: number) => ({ stroke, strokeWidth, strokeLinecap: 'round' });

const SUNBEAMS = [-60, -36, -12, 12, 36, 60];

const MOTIFS: readonly ((colours: PatchColours) => readonly Shape[])[] = [
  ([, b, c]) => [
    path('M0 70 30 42l16 15 22-27 40 45v40H0Z', { fill: b }),
    path('M68 30 55 46l8 3 5-4 7 5 6-4Z', { fill: c }),
    disc(32, 30, 7, c),
  ],
  ([a, b, c]) => [
    disc(50, 62, 22, b),
    ...SUNBEAMS.map((turn) => path('M50 34v-13', { ...thread(c, 5), transform: `rotate(${turn} 50 62)` })),
    path('M0 62h100v40H0Z', { fill: c }),
    path('M14 72h72M24 81h52', thread(a, 3)),
  ],
  ([, b, c]) => [
    path('M50 84V44', thread(c, 5)),
    path('M50 58C34 58 26 49 26 36c14 0 24 8 24 22Zm0 8c16 0 24-9 24-24-15 0-24 9-24 24Z', { fill: b }),
    disc(50, 31, 8, c),
  ],
  ([, b, c]) => [
    path('M12 62q12-12 24 0t24 0 24 0 24 0v45H12Z', { fill: b }),
    path('M0 76q12-12 24 0t24 0 24 0 24 0v30H0Z', { fill: c }),
    disc(62, 36, 12, c),
  ],
  ([a, b, c]) => [
    path('M50 20 74 50 50 86 26 50Z', { fill: b }),
    path('M50 20v66M26 50h48', { stroke: a, strokeWidth: 3 }),
    disc(50, 50, 8, c),
  ],
];

/** The motif is clipped to a circle of this radius. */
export const CUT_RADIUS = 34;

/** Returns the patch of the mission with the ID `seed`. The motif must be clipped to CUT_RADIUS; the seam is on top. */
export function patchOf(seed: string): { field: Shape; motif: readonly Shape[]; seam: Shape } {
  const h = hash(seed);
  const colours = patchColoursOf(h);
  const seam = { cx: 50, cy: 50, r: 35, fill: 'none', strokeOpacity: 0.55, strokeDasharray: '4 3.3' };
  return {
    field: disc(50, 50, 38.5, colours[0]),
    motif: MOTIFS[(h >>> 5) % MOTIFS.length]!(colours),
    seam: ['circle', { ...seam, ...thread('#fff', 1.6) }],
  };
}

const RIM = 44.5;
/** More stitches would overlap. In longer missions, one stitch represents several days. */
const STITCHES_MAX = 30;

/** Two decimals are finer than any screen. */
const round = (n: number): number => Math.round(n * 100) / 100;

const onRim = (angle: number): string => `${round(50 + RIM * Math.cos(angle))} ${round(50 + RIM * Math.sin(angle))}`;

/** The attributes of a stitch except the stroke's color, which depends on the patch's background. */
export const STITCH = { fill: 'none', strokeWidth: 6, strokeLinecap: 'round' } as const;

export interface Stitch {
  readonly lit: boolean;
  readonly newest: boolean;
  /** Its path. Paths of the same color can be joined. */
  readonly d: string;
  readonly length: number;
}

/** Returns the stitches around the patch, clockwise from the top, lit in proportion to `done`. */
export function stitchesOf(done: number, total: number): readonly Stitch[] {
  const count = Math.max(1, Math.min(total, STITCHES_MAX));
  const lit = Math.round((Math.min(done, total) / Math.max(total, 1)) * count);
  const length = Math.max((2 * Math.PI * RIM) / count - 6.4, 0.5);
  const turn = length / RIM;
  return Array.from({ length: count }, (_, at) => {
    const start = ((-90 + (at * 360) / count + 2) * Math.PI) / 180;
    const isLarge = turn > Math.PI ? 1 : 0;
    const d = `M${onRim(start)}A${RIM} ${RIM} 0 ${isLarge} 1 ${onRim(start + turn)}`;
    return { lit: at < lit, newest: at === lit - 1, d, length };
  });
}

/** Sun rays around the point (0, 0), for a patch of radius 94. */
export const RAYS: readonly Shape[] = Array.from({ length: 15 }, (_, place) => {
  const at = place - 7;
  return path(at % 2 ? 'M0 -112V-140' : 'M0 -104V-176', {
    ...thread('#FFBC3B', 3),
    strokeOpacity: at % 2 ? 0.35 : 0.6,
    strokeDasharray: '9 8',
    transform: `rotate(${at * 15})`,
  });
});
