import bidiFactory from 'bidi-js';

export type Direction = 'ltr' | 'rtl';

const bidi = bidiFactory();

/** A character of a line with its place in it: the index of its first code unit. */
interface PlacedChar {
  readonly char: string;
  /** Odd where it is read from right to left. */
  readonly level: number;
  readonly at: number;
}

/** A line of text with the levels of its directions. */
export interface DirectedLine {
  /** The characters in the order in which they were written; brackets and the like turned where they have to be. */
  readonly chars: readonly PlacedChar[];
  /** Pieces of it from left to right; each has to be of one level and to be named by its first character's place. */
  order<Piece extends { readonly at: number }>(pieces: readonly Piece[]): Piece[];
}

/** The direction of a text: that of its first letter. */
export const directionOf = (text: string): Direction =>
  (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';

/** Finds the directions within a line that as a whole has the direction given. */
export function directLine(line: string, direction: Direction): DirectedLine {
  const found = bidi.getEmbeddingLevels(line, direction);
  const turned = bidi.getMirroredCharactersMap(line, found.levels);
  const chars: PlacedChar[] = [];
  let at = 0;
  for (const char of line) {
    chars.push({ char: turned.get(at) ?? char, level: found.levels[at]!, at });
    at += char.length;
  }
  return {
    chars,
    order(pieces) {
      const byPlace = new Map(pieces.map((piece) => [piece.at, piece]));
      const ordered = new Set<(typeof pieces)[number]>();
      // The first character of a piece is its leftmost one or, where the piece is read leftwards, its last one.
      for (const place of bidi.getReorderedIndices(line, found)) {
        const piece = byPlace.get(place);
        if (piece) ordered.add(piece);
      }
      return [...ordered];
    },
  };
}
