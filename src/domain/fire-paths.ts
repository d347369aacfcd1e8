/**
 * Colors and paths at a mission's fire, in the box of `fire-scene.ts`. The screens render them as SVG; the group's
 * picture draws them on a canvas. All lines have round ends.
 */

/** A filled or drawn path. Its opacity applies to both. */
export interface Shape {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
  readonly dashes?: readonly number[];
  readonly opacity?: number;
  /** Where the path is: its origin and its scale on both axes. */
  readonly transform?: Transform;
}
export type Transform = readonly [x: number, y: number, scaleX: number, scaleY: number];

export const CREAM = '#FFF3E6';
export const AMBER = '#FFBC3B';
export const EMBER = '#F0532B';
export const INK = '#2C1838';
export const MOON = '#FFE7C7';

const LOG = '#7A4326';
const LOG_END = '#C98A5E';

/** Hills, trees and meadow, wider than the picture. */
export const GROUND: readonly Shape[] = [
  { d: 'M-400 292Q-200 206-60 240 60 166 150 202T330 172t250 60q160 40 420-20v188H-400Z', fill: '#4A2A5C' },
  { d: 'M-400 308Q120 216 260 266t320-20q200 60 400 0v154H-400Z', fill: '#5F3470' },
  {
    d: 'M-32 300q18-8 18-38l15-48 15 48q0 30 18 38Zm492-8q18-8 18-38l15-46 15 46q0 30 18 38Zm62 10q15-6 15-32l14-40 14 40q0 26 15 32Z',
    fill: '#0F6B57',
  },
  { d: 'M-400 330Q280 212 960 330v90H-400Z', fill: '#236B54' },
];

/** The origin of the fire's own shapes. */
export const FIRE_X = 280;
export const FIRE_Y = 334;
export const FIREWOOD: Shape = { d: 'M-46-2 44-18M-42-20 46 2', stroke: LOG, width: 14 };
export const FLAMES: readonly Shape[] = [
  {
    d: 'M4-150c8 38 50 56 50 98 0 26-22 42-52 42s-54-16-54-44c0-24 16-38 28-50 4 16 10 22 20 26 6-28-4-46 8-72Z',
    fill: EMBER,
  },
  {
    d: 'M4-84c4 18 26 26 26 46 0 14-12 24-27 24s-27-10-27-24c0-12 8-20 14-26 2 8 6 10 10 12 2-12 0-20 4-32Z',
    fill: AMBER,
  },
];
export const EMBERS: readonly Shape[] = [
  { d: 'M-30-22q4-14 15-9 8-13 19-2 15-4 23 10 5 12-10 13h-36q-14-1-11-12Z', fill: '#6B3A2A' },
  { d: 'M-16-17h.1m16-8h.1m17 7h.1M-4-13h.1', stroke: AMBER, width: 7 },
  { d: 'M-24-14h.1M10-15h.1', stroke: EMBER, width: 8 },
  { d: 'M-4-44c2-16 13-20 3-38s4-22 0-34', stroke: CREAM, opacity: 0.45, width: 3, dashes: [6, 7] },
];
export const SPARKS: Shape = { d: 'M-24-168l-5-12M26-166l6-11M2-184l1-14M-10-206v-9', stroke: AMBER, width: 4 };

/** Returns the scale of the flames; `share` of the members needed are in. */
export const flameScale = (share: number): number => 0.62 + 0.38 * share;
/** Returns the scale of the light on the ground. */
export const glowScale = (share: number): number => 0.567 + 0.433 * share;
export const GLOW = { x: FIRE_X, y: 318, rx: 300, ry: 162 } as const;

/** A kept or free place: a folded blanket on the log, and a hot cup. */
export const FREE_SEAT: readonly Shape[] = [
  {
    d: 'M-44-10h52a9 9 0 0 0 0-18h-52a9 9 0 0 0 0 18Zm4-18h44a8 8 0 0 0 0-16h-44a8 8 0 0 0 0 16Z',
    fill: '#F29BB2',
  },
  { d: 'M-41-28h44', stroke: '#8E1746', opacity: 0.5, width: 2 },
  { d: 'M-30-12.5v-29M-4-12.5v-29', stroke: '#A51C52', width: 5 },
  { d: 'M45-27h3a7 7 0 0 1 0 14h-3M30-40q-4-5 1-9m9 9q-4-5 1-9', stroke: CREAM, width: 3.5 },
  { d: 'M25-33h22v17a7 7 0 0 1-7 7h-8a7 7 0 0 1-7-7Z', fill: CREAM },
];

/** The parts of a figure that every look has. */
export const FIGURE = {
  arm: 'M20-46q20 6 27-12',
  hand: 'M39-62a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z',
  face: 'M1-96v3m15-3v3M4-85.5q5 5 9 0',
  light: 'M11-122.5a27 27 0 0 1 0 49',
  lightColor: '#FFE3A3',
} as const;

const capsule = (x: number, y: number, half: number, r: number): string =>
  `M${x - half + r} ${y - r}H${x + half - r}a${r} ${r} 0 0 1 0 ${2 * r}H${x - half + r}a${r} ${r} 0 0 1 0 ${-2 * r}Z`;

/** Returns the logs that people sit on. */
export const logsAt = (seats: readonly (readonly [x: number, y: number, scale: number])[]): readonly Shape[] => [
  { d: seats.map(([x, y, k]) => capsule(x, y, 64 * k, 9.5 * k)).join(''), fill: LOG },
  { d: seats.map(([x, y, k]) => capsule(x + 54 * k, y, 6.5 * k, 6.5 * k)).join(''), fill: LOG_END },
];

const sparkle = (x: number, y: number, r: number): string =>
  `M${x} ${y - r}q${r * 0.14} ${r * 0.86} ${r} ${r}q${-r * 0.86} ${r * 0.14} ${-r} ${r}q${-r * 0.14} ${-r * 0.86} ${-r} ${-r}q${r * 0.86} ${-r * 0.14} ${r} ${-r}Z`;
const FEW_STARS = [
  [66, 64, 8],
  [148, 30, 6],
  [252, 56, 7],
  [352, 26, 9],
  [438, 70, 6],
] as const;

/** The stars while someone is still missing. */
export const stars = (): Shape => ({
  d: FEW_STARS.map(([x, y, r]) => sparkle(x, y, r)).join(''),
  fill: AMBER,
  opacity: 0.7,
});

/** Returns the line and the stars of the constellation, which shows that everyone is in. */
export const constellation = (points: readonly (readonly [x: number, y: number])[]): readonly Shape[] => [
  {
    d: `M${points.map(([x, y]) => `${x} ${y}`).join(' ')}`,
    stroke: AMBER,
    opacity: 0.65,
    width: 2,
    dashes: [7, 7],
  },
  { d: points.map(([x, y], at) => sparkle(x, y, at % 2 ? 11 : 14)).join(''), fill: AMBER },
];

export const CRESCENT: Shape = { d: 'M502 20a24 24 0 1 0 22 34 20 20 0 0 1-22-34Z', fill: MOON };
/** The full moon, which shows how many people have no seat. */
export const FULL_MOON = { x: 510, y: 44, r: 33 } as const;
