import type { MissionPreview } from '#contract/missions-join.ts';
import { CUT_NAMES, HAT_NAMES, type Look } from '#domain/looks.ts';
import { BlankPatch } from '#web/drawings/blank-patch.tsx';
import { Doll, KeptSeat } from '#web/drawings/doll.tsx';
import { Patch } from '#web/drawings/patch.tsx';
import { SceneFire } from '#web/drawings/scene-fire.tsx';
import { Logs, SceneDefs, useSceneIds } from '#web/drawings/scene-parts.tsx';
import { count } from '#web/lib/format.ts';

/* Where people sit on each side of the fire, by how many they are. */
const PLACES: Readonly<Record<number, readonly number[]>> = { 1: [116], 2: [60, 138], 3: [38, 98, 158] };

/* Nobody is recognized by these: a preview has a number for each colour alone. */
const COLOURS = ['ember', 'pine', 'plum', 'lake', 'rose'] as const;
const strangerLook = (colour: number, at: number): Look => ({
  cloth: COLOURS[colour % COLOURS.length]!,
  hat: HAT_NAMES[(at + colour) % HAT_NAMES.length]!,
  cut: CUT_NAMES[at % CUT_NAMES.length]!,
});

/** The members as felt figures round the fire, with a free place for whoever was asked. Nobody can be recognized. */
function Figures({ faces }: Pick<MissionPreview, 'faces'>) {
  const ids = useSceneIds();
  const people = [...faces, null];
  const onLeft = Math.ceil(people.length / 2);
  const onRight = people.length - onLeft;
  const scale = people.length > 4 ? 0.64 : 0.84;
  const seats = people.map((face, at) => ({
    face,
    at,
    x: at < onLeft ? PLACES[onLeft]![at]! : 420 - PLACES[onRight]![onRight - 1 - (at - onLeft)]!,
  }));
  return (
    <svg viewBox="0 0 420 172" aria-hidden="true" className="block w-full">
      <SceneDefs {...ids} />
      <path d="M0 126q110-50 210-18t210-24v88H0Z" fill="#5F3470" />
      <path d="M0 146Q210 104 420 146v26H0Z" fill="#236B54" />
      <ellipse cx="210" cy="130" rx="190" ry="70" fill={`url(#${ids.glow})`} />
      <Logs positions={seats.map(({ x }) => [x, 152, scale])} />
      {seats.map(({ face, at, x }) => (
        <g key={x} transform={`translate(${x} 152) scale(${face && x > 210 ? -scale : scale} ${scale})`}>
          {face ? (
            <Doll
              look={strangerLook(face.colour, at)}
              letter=""
              picture={face.avatar_url}
              mirrored={x > 210}
              warm
              ids={ids}
            />
          ) : (
            <KeptSeat />
          )}
        </g>
      ))}
      <g transform="translate(53 -31) scale(.56)">
        <SceneFire share={1} />
      </g>
    </svg>
  );
}

/** Who is there already; of the others only the number. */
function companyText({ owner_name, member_count }: MissionPreview): string {
  const others = member_count - 1;
  if (others < 1) return `${owner_name} is by this fire`;
  return others === 1
    ? `${owner_name} and 1 other are by this fire`
    : `${owner_name} and ${count(others)} others are by this fire`;
}

function dayText({ day, duration_days }: MissionPreview): string {
  if (day > 0) return `Day ${day} of ${duration_days}`;
  return duration_days === 1 ? '1 day, not started yet' : `${duration_days} days, not started yet`;
}

/** The half of the card that is night: the patch with a stitch for each day, and who sits by the fire. */
export function Night({ preview }: { preview: MissionPreview | undefined }) {
  return (
    <div className="flex flex-col justify-end bg-dusk text-on-night [--line:#6b4d80]">
      <div className="flex items-center gap-4 p-5 pb-0 lg:grow lg:flex-col lg:justify-center lg:p-8 lg:pb-2">
        <span className="shrink-0 [&>svg]:size-22 sm:[&>svg]:size-26 lg:[&>svg]:size-52">
          {preview ? (
            <Patch
              seed={preview.mission_id}
              patch={preview.patch}
              done={preview.day}
              total={preview.duration_days}
              size={104}
              label={`${preview.day} of ${preview.duration_days} days stitched`}
            />
          ) : (
            <BlankPatch size={104} />
          )}
        </span>
        {preview && (
          <p className="min-w-0 text-sm text-on-night-2 tabular lg:text-center">
            {dayText(preview)}
            <strong className="mt-1 block font-display text-lg leading-tight text-on-night wrap-anywhere">
              {companyText(preview)}
            </strong>
          </p>
        )}
      </div>
      <Figures faces={preview?.faces ?? []} />
    </div>
  );
}
