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
import type { LocalDay } from '#domain/days.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import type { Form } from '#platform/web/lib/form.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { usePhone } from '#platform/web/lib/use-media.ts';
import type { MissionDraft } from './mission-draft.ts';
import {
  fieldsOfTemplate,
  fieldsToFill,
  overwritesInput,
  startOf,
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

/** The ideas that phones show at first. */
const SHOWN = 4;

/** Returns the ideas to show. Phones show few or, with `folded`, none until the user opens all. */
function useShownTemplates(chosen: Template | undefined, folded: boolean) {
  const phone = usePhone();
  const [all, setAll] = useState(false);
  const first = TEMPLATES.slice(0, SHOWN);
  const some = !chosen || first.includes(chosen) ? first : [chosen, ...first.slice(1)];
  const shown = all || !phone ? TEMPLATES : folded ? [] : some;
  return { shown, phone, all, toggle: () => setAll(!all) };
}

interface TemplatePickerProps {
  form: Form<MissionDraft>;
  today: LocalDay;
  /** Whether phones show no idea at first, because one of them opened the form. */
  folded: boolean;
  /** The template that filled the form, or null. */
  filledBy: Template | null;
  onFill: (template: Template) => void;
}

export function TemplatePicker({ form: { values, set }, today, folded, filledBy, onFill }: TemplatePickerProps) {
  const t = useT();
  const chosen = TEMPLATES.find(({ id }) => values.title === t(`app.templates.${id}.title`));
  const { shown, phone, all, toggle } = useShownTemplates(chosen, folded);
  const [confirming, setConfirming] = useState<Template | null>(null);
  const filled = { draft: values, filledBy };
  const fill = (template: Template, replace: boolean) => {
    setConfirming(null);
    const fields = Object.entries(fieldsToFill(t, filled, fieldsOfTemplate(t, template), replace)) as [
      keyof MissionDraft,
      string,
    ][];
    for (const [name, value] of fields) set(name, value);
    set('start_date', startOf(template, values.start_date, today));
    onFill(template);
  };
  const choose = (template: Template) =>
    overwritesInput(t, filled, fieldsOfTemplate(t, template)) ? setConfirming(template) : fill(template, true);
  return (
    <fieldset className="min-w-0">
      <legend className="float-start flex min-h-11 items-center text-sm font-semibold sm:min-h-0">
        <span>
          {t.rich('app.missions.ideas.legend', {
            small: within('span', { className: 'font-normal text-ink-2' }),
          })}
        </span>
      </legend>
      {phone && (
        <button
          type="button"
          aria-expanded={all}
          onClick={toggle}
          className="float-end min-h-11 cursor-pointer text-sm font-semibold underline underline-offset-4"
        >
          {all ? t('app.missions.ideas.fewer') : t('app.missions.ideas.all', { count: TEMPLATES.length })}
        </button>
      )}
      <ul
        className={cx(
          'clear-both empty:hidden -mx-4 flex gap-2.5 px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0 sm:pt-2.5',
          all ? 'flex-wrap' : 'overflow-x-auto [scrollbar-width:none]',
        )}
      >
        {shown.map((template) => (
          <li key={template.id}>
            <Chip id={template.id} pressed={template === chosen} onClick={() => choose(template)} />
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
