import { linearOf } from './contrast.ts';

/** Normal color vision, or without the receptors for red or green. */
export type Sight = 'normal' | 'protan' | 'deutan';
export const SIGHTS: readonly Sight[] = ['normal', 'protan', 'deutan'];

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Linear RGB as perceived, by Machado, Oliveira and Fernandes (2009) at severity 1. */
const SEEN: Readonly<Record<Sight, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

/** Linear sRGB to CIE XYZ under D65. */
const TO_XYZ: Matrix = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
];
const WHITE: Triple = [0.95047, 1, 1.08883];

const times = (matrix: Matrix, parts: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * parts[at]!, 0));

/** Returns the CIELAB color that someone with this sight perceives. */
function seenLab(colour: string, sight: Sight): Triple {
  const seen = times(SEEN[sight], linearOf(colour)).map((part) => Math.min(1, Math.max(0, part)));
  const [x, y, z] = times(TO_XYZ, seen).map((part, at) => {
    const share = part / WHITE[at]!;
    return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
  });
  return [116 * y! - 16, 500 * (x! - y!), 200 * (y! - z!)];
}

/**
 * Computes the CIE76 difference of two colors such as `#ff8800` for a sight. 2 is just visible, 100 is black to white.
 */
export function colourDifference(one: string, other: string, sight: Sight): number {
  const [a, b] = [seenLab(one, sight), seenLab(other, sight)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Returns the smallest difference between any two of these colors. */
export const leastDifference = (colours: readonly string[], sight: Sight): number =>
  Math.min(...colours.flatMap((one, at) => colours.slice(at + 1).map((other) => colourDifference(one, other, sight))));
