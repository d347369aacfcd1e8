/**
 * The members of a mission around its fire, as plain numbers and paths. The web renders them as SVG; a server can draw
 * them as a picture. The box is 560 x 380 units, with the fire at (280, 334).
 */
import type { Look } from './looks.ts';

/** The scene lists members in order of joining. */
export interface SceneMember {
  readonly user_id: string;
  readonly name: string;
  readonly avatar_url: string | null;
  readonly look: Look;
  /** Whether they have checked in today, and if not, whether a check-in is due. */
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
  /** `free` is neither in nor due: a free day, a break or a finished week. */
  readonly state: 'in' | 'out' | 'free';
}

export type SeatPosition = readonly [x: number, y: number, scale: number];

export const SCENE_WIDTH = 560;
export const SEATS_MAX = 8;

/* The left side for 1 to 4 people, in the order of filling. The right side mirrors it. */
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

/** The seat of a second person while someone is the only member. */
export const EMPTY_SEAT: SeatPosition = [410, 338, 1.24];

/** Returns the positions of up to 8 people, in the order of filling. */
export const seatPositions = (count: number): readonly SeatPosition[] =>
  Array.from({ length: count }, (_, at) => {
    const onRight = at % 2 === 1;
    const side = onRight ? Math.floor(count / 2) : Math.ceil(count / 2);
    const [x, y, scale] = SIDES[side]![Math.floor(at / 2)]!;
    return [onRight ? SCENE_WIDTH - x : x, y, scale];
  });

const stateOf = ({ is_in, is_due }: SceneMember): Seat['state'] => (is_in ? 'in' : is_due ? 'out' : 'free');

/**
 * Returns the members in the order of their seats: first the viewer, then everyone else by joining. A member whose
 * cloth differs from the two seated last goes first. The sides alternate, so a neighbor on the same side is two
 * positions earlier.
 */
function spread(members: readonly SceneMember[], meId: string): readonly SceneMember[] {
  const seated = members.filter(({ user_id }) => user_id === meId);
  const others = members.filter(({ user_id }) => user_id !== meId);
  const room = SEATS_MAX - seated.length;
  const waiting = others.slice(0, room);
  while (waiting.length) {
    const beside = seated.slice(-2).map(({ look }) => look.cloth);
    const at = waiting.findIndex(({ look }) => !beside.includes(look.cloth));
    seated.push(...waiting.splice(Math.max(0, at), 1));
  }
  return [...seated, ...others.slice(room)];
}

/**
 * Returns at most 8 seats including the viewer's, and how many other members exist and are in. Avoids equal cloths next
 * to each other. A seat belongs to a member and not to a state, so a check-in moves nobody.
 */
export function seatsOf(
  members: readonly SceneMember[],
  meId: string,
): { seats: readonly Seat[]; more: { readonly count: number; readonly is_in: number } } {
  const ordered = spread(members, meId);
  const shown = ordered.slice(0, SEATS_MAX);
  const positions = seatPositions(shown.length);
  const seats = shown.map((member, at): Seat => {
    const [x, y, scale] = positions[at]!;
    const { user_id, name } = member;
    return { user_id, name, x, y, scale, state: stateOf(member) };
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
  readonly width: number;
  readonly is_own: boolean;
}

export const LABEL_SIZE = 20;
const LABEL_CHARACTERS = 8;
/** Seats with a smaller y are in the back row. There, a name fits only above the figure's hat. */
const BACK_Y = 300;

/** Widths as parts of the letter size, slightly larger than in the bold text font. */
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

/** Returns the name, its first word, or as many characters as fit, followed by `…`. */
function shortened(name: string, room: number): string {
  const fits = (text: string) => [...text].length <= LABEL_CHARACTERS && widthOf(text) <= room;
  const whole = [name, name.split(' ', 1)[0]!].find(fits);
  if (whole) return whole;
  const characters = [...name];
  for (let length = Math.min(characters.length, LABEL_CHARACTERS) - 1; length > 1; length--) {
    const text = `${characters.slice(0, length).join('')}…`;
    if (widthOf(text) <= room) return text;
  }
  return `${characters[0]}…`;
}

const labelY = ({ y, scale }: Seat): number => (y < BACK_Y ? y - 136 * scale - 8 : y + 29);

/** Returns how wide a seat's label can be between the picture's edge and the labels on the same line. */
function roomFor(seat: Seat, seats: readonly Seat[]): number {
  const beside = seats.filter((other) => other !== seat && Math.abs(labelY(other) - labelY(seat)) < 1.25 * LABEL_SIZE);
  const distances = beside.map((other) => Math.abs(other.x - seat.x));
  return Math.min(...distances, 2 * seat.x, 2 * (SCENE_WIDTH - seat.x)) - 4;
}

/**
 * Returns the names of the members who are out, placed so that none covers a head. `you` replaces the viewer's name.
 */
export const labelsOf = (seats: readonly Seat[], meId: string, you: string): readonly Label[] =>
  seats
    .filter(({ state }) => state === 'out')
    .map((seat) => {
      const is_own = seat.user_id === meId;
      const text = shortened(is_own ? you : seat.name, roomFor(seat, seats));
      return { user_id: seat.user_id, text, x: seat.x, y: labelY(seat), width: widthOf(text), is_own };
    });

/** Returns one star over each figure on a rising arc, from left to right. */
export const starsOf = (seats: readonly Pick<Seat, 'x'>[]): readonly (readonly [x: number, y: number])[] =>
  [...seats]
    .sort((a, b) => a.x - b.x)
    .map(({ x }, at) => [x, 46 + ((x - 280) / 280) ** 2 * 44 + (at % 2 ? 20 : -8)] as const);

/** What a picture for people outside of the app may show of a group. */
export interface Group {
  /** The look of the viewer; null if the viewer still needs to check in. */
  readonly own: Look | null;
  /** How many other members are in. */
  readonly others: number;
  /** How many members still need to check in. */
  readonly out: number;
  /** The members who are in, as a part of those and the ones who are out. */
  readonly share: number;
}

/** Counts a group for its picture. Other members with a free day or on a break do not appear. */
export function groupOf(members: readonly SceneMember[], meId: string): Group {
  const me = members.find(({ user_id }) => user_id === meId);
  const inside = members.filter(({ is_in }) => is_in).length;
  const out = members.filter(({ is_in, is_due }) => !is_in && is_due).length;
  return {
    own: me && (me.is_in || !me.is_due) ? me.look : null,
    others: inside - Number(me?.is_in ?? false),
    out,
    share: inside / Math.max(inside + out, 1),
  };
}
