import { EMBERS, FIRE_X, FIRE_Y, FIREWOOD, FLAMES, flameScale, SPARKS } from '#domain/fire-paths.ts';
import { Shapes } from './scene-parts.tsx';

/** The fire, which grows with the share of members who are in; embers while nobody is. */
export function SceneFire({ share, sparks = false }: { share: number; sparks?: boolean }) {
  return (
    <g transform={`translate(${FIRE_X} ${FIRE_Y})`}>
      <Shapes of={[FIREWOOD]} />
      {share > 0 ? (
        <g className="transition-transform duration-600 ease-out" style={{ transform: `scale(${flameScale(share)})` }}>
          <g className="flicker [transform-box:fill-box]">
            <Shapes of={FLAMES} />
          </g>
        </g>
      ) : (
        <Shapes of={EMBERS} />
      )}
      {sparks && <Shapes of={[SPARKS]} />}
    </g>
  );
}
