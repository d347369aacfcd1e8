/**
 * The picture of a group at its fire, for a chat outside of the app (docs/rules.md#members). It shows how many people
 * are in and how many places are kept, and never who they are. Its box is that of `fire-scene.ts`.
 */
import { figureOf, HEAD } from './doll.ts';
import {
  AMBER,
  CREAM,
  CRESCENT,
  constellation,
  EMBER,
  EMBERS,
  FIGURE,
  FIRE_X,
  FIRE_Y,
  FIREWOOD,
  FLAMES,
  FREE_SEAT,
  FULL_MOON,
  flameScale,
  GLOW,
  GROUND,
  glowScale,
  INK,
  logsAt,
  MOON,
  type Shape,
  SPARKS,
  stars,
  type Transform,
} from './fire-paths.ts';
import { type Group, SEATS_MAX, type SeatPosition, seatPositions, starsOf } from './fire-scene.ts';
import { type Look, strangerLook } from './looks.ts';

const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

/** The light on the ground is made of ellipses instead of a gradient, from the largest to the smallest. */
const RINGS = Array.from({ length: 10 }, (_, index) => 1 - index / 10);

const glow = (share: number): readonly Shape[] =>
  share === 0
    ? []
    : RINGS.map((ring) => {
        const k = glowScale(share) * ring;
        const d = ellipse(GLOW.x, GLOW.y, GLOW.rx * k, GLOW.ry * k);
        return { d, fill: ring > 0.55 ? EMBER : AMBER, opacity: 0.05 + 0.05 * (1 - ring) };
      });

const at = (shapes: readonly Shape[], transform: Transform): readonly Shape[] =>
  shapes.map((shape) => ({ ...shape, transform }));

function fire(share: number, all: boolean): readonly Shape[] {
  const k = flameScale(share);
  return [
    ...at([FIREWOOD], [FIRE_X, FIRE_Y, 1, 1]),
    ...(share > 0 ? at(FLAMES, [FIRE_X, FIRE_Y, k, k]) : at(EMBERS, [FIRE_X, FIRE_Y, 1, 1])),
    ...(all ? at([SPARKS], [FIRE_X, FIRE_Y, 1, 1]) : []),
  ];
}

/** Returns how something at a seat is moved and scaled. People on the right look to the left. */
const turned = ([x, y, scale]: SeatPosition, up = 0): Transform => [
  x,
  y - up * scale,
  x > FIRE_X ? -scale : scale,
  scale,
];

/** The middle of the head, around which hats are drawn. */
const HEAD_UP = 98;

function figure(look: Look, seat: SeatPosition): readonly Shape[] {
  const { body, field, thread, head, hat, hatFill, stitching } = figureOf(look);
  const { d, width, opacity } = stitching;
  const dashes = stitching.dashes?.split(' ').map(Number);
  return [
    ...at(
      [
        { d: body, fill: field },
        { d: body, stroke: CREAM, width: 2.5, opacity: 0.4 },
        { d, stroke: thread, width, opacity, ...(dashes && { dashes }) },
        { d: FIGURE.arm, stroke: field, width: 16 },
        { d: `${HEAD}${FIGURE.hand}`, fill: head },
      ],
      turned(seat),
    ),
    ...at([{ d: hat, fill: hatFill }], turned(seat, HEAD_UP)),
    ...at(
      [
        { d: FIGURE.face, stroke: INK, width: 3.8 },
        { d: FIGURE.light, stroke: FIGURE.lightColor, width: 3 },
      ],
      turned(seat),
    ),
  ];
}

function sky(seats: readonly SeatPosition[], all: boolean, more: number): readonly Shape[] {
  const { x, y, r } = FULL_MOON;
  const drawn = all ? constellation(starsOf(seats.map(([left]) => ({ x: left })))) : [stars()];
  if (more > 0) return [...drawn, { d: ellipse(x, y, r, r), fill: MOON }];
  return all ? drawn : [...drawn, CRESCENT];
}

/**
 * Returns the shapes to draw in their order, and how many people have no seat. People who are in come first, so kept
 * places are behind them. `all` adds the constellation.
 */
export function firePicture(
  { own, others, out, share }: Group,
  all: boolean,
): { shapes: readonly Shape[]; more: number } {
  const inside = others + Number(own !== null);
  const count = inside + out;
  const seats = seatPositions(Math.min(SEATS_MAX, count));
  const more = count - seats.length;
  const people = seats
    .map((seat, index) => ({ seat, index }))
    .sort((one, other) => one.seat[1] - other.seat[1])
    .flatMap(({ seat, index }) => {
      if (index >= inside) return at(FREE_SEAT, turned(seat));
      return figure(own && index === 0 ? own : strangerLook(index, index), seat);
    });
  return {
    shapes: [...sky(seats, all, more), ...GROUND, ...glow(share), ...logsAt(seats), ...people, ...fire(share, all)],
    more,
  };
}
