/** FNV-1a: the same id gives the same cloth on every device. */
export const hash = (seed: string): number => {
  let h = 2166136261;
  for (let i = 0; i < seed.length; i++) h = Math.imul(h ^ seed.charCodeAt(i), 16777619);
  return h >>> 0;
};

/** Field, motif and accent of a piece of felt. */
export type Cloth = readonly [field: string, motif: string, accent: string];
const CLOTHS: readonly Cloth[] = [
  ['#F0532B', '#FFBC3B', '#FFE7C7'],
  ['#0F6B57', '#8FD3B0', '#FFE7C7'],
  ['#5B2A73', '#FF9FB8', '#FFBC3B'],
  ['#2C6FA8', '#FFBC3B', '#DDF0FF'],
  ['#B3225B', '#FFC9A8', '#FFBC3B'],
];
export const clothOf = (seed: number): Cloth => CLOTHS[seed % CLOTHS.length]!;
