import type { Completion } from '#contract/completion.ts';
import { BlankPatch } from '#web/drawings/blank-patch.tsx';
import { Section } from '#web/kit/section.tsx';
import { BadgePatch } from './badge-patch.tsx';

/** The badges that were earned, each with its reason. */
export function Badges({ badges }: Pick<Completion, 'badges'>) {
  if (badges.length === 0)
    return (
      <Section id="badges" title="Badges" className="sm:p-7">
        <div className="flex items-center gap-5">
          <BlankPatch size={84} />
          <p className="text-ink-2">
            The first check-in of a mission earns the first badge. Your next patch is waiting.
          </p>
        </div>
      </Section>
    );
  return (
    <Section id="badges" title="Badges earned" className="sm:p-7">
      <ul className="flex flex-wrap justify-center gap-y-4 sm:gap-y-7">
        {badges.map(({ name, description }) => (
          <li
            key={name}
            className="flex w-full items-center gap-4 sm:grid sm:w-1/3 sm:content-start sm:justify-items-center sm:gap-2.5 sm:px-2 sm:text-center"
          >
            <BadgePatch name={name} />
            <div>
              <h3 className="font-bold">{name}</h3>
              <p className="mt-1 text-sm text-ink-2 sm:text-balance">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
