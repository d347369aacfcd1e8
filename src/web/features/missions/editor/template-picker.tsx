import {
  BookOpen,
  CalendarDays,
  Check,
  Droplets,
  Dumbbell,
  Footprints,
  HandHeart,
  Languages,
  type LucideIcon,
  Moon,
  MoonStar,
  Pencil,
  Utensils,
  Wind,
} from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import type { Form } from '#platform/web/lib/form.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import type { MissionDraft } from './mission-draft.ts';
import {
  fieldsOfTemplate,
  fieldsToFill,
  overwritesInput,
  TEMPLATES,
  type Template,
  type TemplateId,
} from './templates.ts';

const LOOKS: Readonly<Record<TemplateId, readonly [LucideIcon, string]>> = {
  read: [BookOpen, 'bg-star-soft text-star-ink'],
  walk: [Footprints, 'bg-pine-soft text-pine'],
  sleep: [Moon, 'bg-sunk text-ink'],
  water: [Droplets, 'bg-sky-soft text-ink'],
  move: [Dumbbell, 'bg-rose-soft text-rose'],
  language: [Languages, 'bg-star-soft text-star-ink'],
  gratitude: [HandHeart, 'bg-rose-soft text-rose'],
  breathe: [Wind, 'bg-sky-soft text-ink'],
  draw: [Pencil, 'bg-pine-soft text-pine'],
  dinner: [Utensils, 'bg-sunk text-ink'],
  month: [CalendarDays, 'bg-star-soft text-star-ink'],
  ramadan: [MoonStar, 'bg-pine-soft text-pine'],
};

interface ChipProps {
  id: TemplateId;
  pressed: boolean;
  onClick: () => void;
}

function Chip({ id, pressed, onClick }: ChipProps) {
  const t = useT();
  const [Icon, tone] = LOOKS[id];
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className="inline-flex min-h-12 cursor-pointer items-center gap-2.5 rounded-full border-2 border-line-strong bg-card py-1 ps-1 pe-4 text-sm font-semibold whitespace-nowrap hover:bg-sunk aria-pressed:border-flame"
    >
      <span className={cx('grid size-9 place-items-center rounded-full', tone)}>
        {pressed ? <Check className="size-5" strokeWidth={3} aria-hidden /> : <Icon className="size-5" aria-hidden />}
      </span>
      {t(`app.templates.${id}.name`)}
    </button>
  );
}

export function TemplatePicker({ form: { values, set } }: { form: Form<MissionDraft> }) {
  const t = useT();
  const [confirming, setConfirming] = useState<Template | null>(null);
  const fill = (template: Template, replace: boolean) => {
    setConfirming(null);
    const fields = Object.entries(fieldsToFill(t, values, fieldsOfTemplate(t, template), replace)) as [
      keyof MissionDraft,
      string,
    ][];
    for (const [name, value] of fields) set(name, value);
  };
  const choose = (template: Template) =>
    overwritesInput(t, values, fieldsOfTemplate(t, template)) ? setConfirming(template) : fill(template, true);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2.5 text-sm font-semibold">
        {t.rich('app.missions.ideas.legend', {
          small: within('span', { className: 'font-normal text-ink-2' }),
        })}
      </legend>
      <ul className="-mx-4 flex gap-2.5 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
        {TEMPLATES.map((template) => (
          <li key={template.id}>
            <Chip
              id={template.id}
              pressed={values.title === t(`app.templates.${template.id}.title`)}
              onClick={() => choose(template)}
            />
          </li>
        ))}
      </ul>
      {confirming && (
        <Dialog title={t('app.missions.ideas.confirm')} onClose={() => setConfirming(null)}>
          <p className="mt-3 text-ink-2">
            {t.rich('app.missions.ideas.text', {
              name: t(`app.templates.${confirming.id}.name`),
              strong: within('strong', { className: 'text-ink' }),
            })}
          </p>
          <div className="mt-7 flex flex-col gap-3 sm:flex-row-reverse sm:justify-start">
            <Button onClick={() => fill(confirming, false)}>{t('app.missions.ideas.fill')}</Button>
            <Button kind="quiet" onClick={() => fill(confirming, true)}>
              {t('app.missions.ideas.replace')}
            </Button>
          </div>
        </Dialog>
      )}
    </fieldset>
  );
}
