/**
 * The members of a mission round its fire, as plain numbers and paths, which the web renders as SVG and a server can
 * draw as a picture. The box is 560 x 380 units, with the fire at (280, 334).
 */
import { hash, PALETTES_COUNT, type PatchColours, patchColoursOf } from './patch.ts';

/** A member as the scene needs it; callers list them by joining. */
export interface SceneMember {
  readonly user_id: string;
  readonly name: string;
  readonly avatar_url: string | null;
  /** Whether they have checked in today, and, if not, whether today asks them to. */
  readonly is_in: boolean;
  readonly is_due: boolean;
}

export interface Seat {
  readonly user_id: string;
  readonly name: string;
  /** The middle of the log. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  /** `free` is neither in nor asked to be: a free day, a break, a finished week. */
  readonly state: 'in' | 'out' | 'free';
}

export type SeatPosition = readonly [x: number, y: number, scale: number];

export const SCENE_WIDTH = 560;
export const SCENE_HEIGHT = 380;
const SEATS_MAX = 8;

/* The left side with 1 to 4 people, in the order in which it fills; the right side mirrors it. */
const SIDES: Readonly<Record<number, readonly SeatPosition[]>> = {
  1: [[150, 338, 1.24]],
  2: [
    [112, 340, 1.12],
    [204, 296, 0.92],
  ],
  3: [
    [70, 344, 1.06],
    [152, 316, 0.94],
    [218, 286, 0.8],
  ],
  4: [
    [58, 344, 0.96],
    [150, 340, 0.96],
    [108, 288, 0.8],
    [206, 284, 0.8],
  ],
};

/** Where a second person would sit beside somebody who is alone. */
export const EMPTY_SEAT: SeatPosition = [410, 338, 1.24];

const stateOf = ({ is_in, is_due }: SceneMember): Seat['state'] => (is_in ? 'in' : is_due ? 'out' : 'free');

/**
 * Seats for oneself and the others by joining, at most 8, and how many more there are and are in. A seat belongs to a
 * member and not to a state, so nobody moves when somebody checks in.
 */
export function seatsOf(
  members: readonly SceneMember[],
  meId: string,
): { seats: readonly Seat[]; more: { readonly count: number; readonly is_in: number } } {
  const ordered = [...members.filter((m) => m.user_id === meId), ...members.filter((m) => m.user_id !== meId)];
  const shown = ordered.slice(0, SEATS_MAX);
  const seats = shown.map((member, at): Seat => {
    const onRight = at % 2 === 1;
    const side = onRight ? Math.floor(shown.length / 2) : Math.ceil(shown.length / 2);
    const [x, y, scale] = SIDES[side]![Math.floor(at / 2)]!;
    const { user_id, name } = member;
    return { user_id, name, x: onRight ? SCENE_WIDTH - x : x, y, scale, state: stateOf(member) };
  });
  const rest = ordered.slice(SEATS_MAX);
  return { seats, more: { count: rest.length, is_in: rest.filter((member) => member.is_in).length } };
}

export interface Label {
  readonly user_id: string;
  readonly text: string;
  /** The middle of the text and its baseline. */
  readonly x: number;
  readonly y: number;
  /** An upper bound of the text's width. */
  readonly width: number;
  readonly is_own: boolean;
}

/** The size of the labels' letters. */
export const LABEL_SIZE = 20;
const LABEL_CHARACTERS = 8;
/** Seats with a smaller y are in the back row, where a name has room only above the figure. */
const BACK_Y = 300;

/** Widths as parts of the letter size, a little more than those of the bold text font. */
function widthOf(text: string): number {
  const parts = [...text].map((character) => {
    if (character === '…') return 0.8;
    if (character >= '\u1100') return 1.3;
    if (character > '\u024F' || 'mwMW@%'.includes(character)) return 1;
    if ("ijlIrtf.,:;'’!|() -".includes(character)) return 0.42;
    return character >= 'A' && character <= 'Z' ? 0.76 : 0.64;
  });
  return parts.reduce((sum, part) => sum + part, 0) * LABEL_SIZE;
}

/** The name, or as much of it as 8 characters and the room allow, the last one then a `…`. */
function shortened(name: string, room: number): string {
  const characters = [...name];
  if (characters.length <= LABEL_CHARACTERS && widthOf(name) <= room) return name;
  for (let length = Math.min(characters.length, LABEL_CHARACTERS) - 1; length > 1; length--) {
    const text = `${characters.slice(0, length).join('')}…`;
    if (widthOf(text) <= room) return text;
  }
  return `${characters[0]}…`;
}

const labelY = ({ y, scale }: Seat): number => (y < BACK_Y ? y - 136 * scale : y + 29);

/** How wide the label of a seat can be, beside the picture's edge and those on the same line. */
function roomFor(seat: Seat, seats: readonly Seat[]): number {
  const beside = seats.filter((other) => other !== seat && Math.abs(labelY(other) - labelY(seat)) < 1.25 * LABEL_SIZE);
  const distances = beside.map((other) => Math.abs(other.x - seat.x));
  return Math.min(...distances, 2 * seat.x, 2 * (SCENE_WIDTH - seat.x)) - 4;
}

/** The names of those who are out: below the front row and above the back row, so none is over a figure's head. */
export const labelsOf = (seats: readonly Seat[], meId: string): readonly Label[] =>
  seats
    .filter(({ state }) => state === 'out')
    .map((seat) => {
      const is_own = seat.user_id === meId;
      const text = shortened(is_own ? 'You' : seat.name, roomFor(seat, seats));
      return { user_id: seat.user_id, text, x: seat.x, y: labelY(seat), width: widthOf(text), is_own };
    });

/** One star over each figure, from left to right on a rising arc: the constellation of a day on which all are in. */
export const starsOf = (seats: readonly Seat[]): readonly (readonly [x: number, y: number])[] =>
  [...seats]
    .sort((a, b) => a.x - b.x)
    .map(({ x }, at) => [x, 46 + ((x - 280) / 280) ** 2 * 44 + (at % 2 ? 20 : -8)] as const);

/** What a felt figure looks like: indexes of its colours, its cut and its hat. */
export interface Look {
  readonly palette: number;
  readonly cut: number;
  readonly hat: number;
}

/**
 * The looks of people with these ids, by joining. The id decides, but of five who joined one after another no two wear
 * the same cloth.
 */
export function looksOf(ids: readonly string[]): readonly Look[] {
  const worn = new Set<number>();
  return ids.map((id, at) => {
    if (at % PALETTES_COUNT === 0) worn.clear();
    const seed = hash(id);
    let palette = seed % PALETTES_COUNT;
    while (worn.has(palette)) palette = (palette + 1) % PALETTES_COUNT;
    worn.add(palette);
    return { palette, cut: (seed >>> 4) % CUTS.length, hat: (seed >>> 9) % HATS.length };
  });
}

/* Figures sit at (0, 0) and look to the right; they are 88 wide and 132 high. */
const CUTS: readonly { readonly body: string; readonly seam: string }[] = [
  // A poncho with a zigzag hem.
  {
    body: 'M-46 0q2-60 30-78 16-8 32 0 28 18 30 78l-11.5-7-11.5 7-11.5-7-11.5 7-11.5-7-11.5 7-11.5-7Z',
    seam: 'M-36-16q8-42 26-54m46 54q-8-42-26-54M-30-30q30 9 60 0',
  },
  // A jumper, round in the shoulders.
  {
    body: 'M-40 0q-6-74 22-82 18-5 36 0 28 8 22 82Z',
    seam: 'M-33-5q-4-60 16-69m50 69q4-60-16-69M-32-12q32 6 64 0',
  },
  // A blanket round both shoulders, open in front.
  {
    body: 'M-48 0q-4-62 30-82 18-6 36 0 34 20 30 82Z',
    seam: 'M-40-6q0-50 28-66m52 66q0-50-28-66M4-78q-12 36-10 72',
  },
  // A coat with a belt.
  {
    body: 'M-42 0q0-36 8-52 4-28 20-31 14-3 28 0 16 3 20 31 8 16 8 52Z',
    seam: 'M-35-6q2-50 18-70m52 70q-2-50-18-70M-36-34q36 9 72 0',
  },
];
/* A beanie with a bobble, a hood, a knitted band, a leaf; the middle of the head is (0, 0). */
const HATS: readonly string[] = [
  'M-25-6q0-27 25-27t25 27q-25-9-50 0Zm18-25a7.5 7.5 0 1 1 14 0q-7-2-14 0Z',
  'M-29 14q-8-48 29-48t29 48q-5-2-7-14-2-21-22-21t-22 21q-2 12-7 14Z',
  'M-27-9q0-21 27-21t27 21l-2 6q-25-9-50 0Zm22-20a6 6 0 1 1 10 0Z',
  'M0-24q-3-15-19-14 3 15 19 14Zm1 0q2-11 14-11-2 11-14 11Z',
];
/* Heads are cloth too: amber, mint, pink and ice. */
const HEADS = ['#FFBC3B', '#8FD3B0', '#FF9FB8', '#DDF0FF', '#FFC65A'] as const;

/** Where somebody will sit: a figure in running stitch, as it is drawn on the cloth before it is cut. */
export const GHOST = 'M-40-4q-5-66 22-76-12-8-12-20a28 28 0 1 1 60 0q0 12-12 20 27 10 22 76';

/** The paths of a figure and their colours. */
interface Figure {
  readonly body: string;
  readonly seam: string;
  readonly hat: string;
  readonly field: string;
  readonly head: string;
  readonly hatFill: string;
  /** The colour of the initial on the field. */
  readonly ink: string;
}

/** The figure of a look. */
export function figureOf({ palette, cut, hat }: Look): Figure {
  const [field, motif, accent]: PatchColours = patchColoursOf(palette);
  const head = HEADS[palette % HEADS.length]!;
  return {
    ...CUTS[cut % CUTS.length]!,
    hat: HATS[hat % HATS.length]!,
    field,
    head,
    hatFill: head === motif ? accent : motif,
    ink: field === '#F0532B' ? '#2C1838' : '#FFF3E6',
  };
}
