import type { Completion } from '#contract/completion.ts';
import { Section } from '#platform/web/kit/section.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { BlankPatch } from '#web/drawings/blank-patch.tsx';
import { BadgePatch } from './badge-patch.tsx';

export function Badges({ badges }: Pick<Completion, 'badges'>) {
  const t = useT();
  if (badges.length === 0)
    return (
      <Section id="badges" title={t('app.completion.badges.heading')} className="sm:p-7">
        <div className="flex items-center gap-5">
          <BlankPatch size={84} />
          <p className="text-ink-2">{t('app.completion.badges.none')}</p>
        </div>
      </Section>
    );
  return (
    <Section id="badges" title={t('app.completion.badges.earned')} className="sm:p-7">
      <ul className="flex flex-wrap justify-center gap-y-4 sm:gap-y-7">
        {badges.map(({ icon, name, description }) => (
          <li
            key={icon}
            className="flex w-full items-center gap-4 sm:grid sm:w-1/3 sm:content-start sm:justify-items-center sm:gap-2.5 sm:px-2 sm:text-center"
          >
            <BadgePatch icon={icon} />
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
