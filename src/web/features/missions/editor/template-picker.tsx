import {
  BookOpen,
  Check,
  Droplets,
  Dumbbell,
  Footprints,
  HandHeart,
  Languages,
  type LucideIcon,
  Moon,
  Pencil,
  Utensils,
  Wind,
} from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/kit/button.tsx';
import { Dialog } from '#web/kit/dialog.tsx';
import { Emphasis } from '#web/kit/emphasis.tsx';
import { cx } from '#web/lib/cx.ts';
import type { Form } from '#web/lib/form.ts';
import type { MissionDraft } from './mission-draft.ts';
import { fieldsOfTemplate, fieldsToFill, overwritesInput, TEMPLATES, type Template } from './templates.ts';

const LOOKS: Readonly<Record<string, readonly [LucideIcon, string]>> = {
  Read: [BookOpen, 'bg-star-soft text-star-ink'],
  Walk: [Footprints, 'bg-pine-soft text-pine'],
  Sleep: [Moon, 'bg-sunk text-ink'],
  Water: [Droplets, 'bg-sky-soft text-ink'],
  Move: [Dumbbell, 'bg-rose-soft text-rose'],
  Language: [Languages, 'bg-star-soft text-star-ink'],
  Gratitude: [HandHeart, 'bg-rose-soft text-rose'],
  Breathe: [Wind, 'bg-sky-soft text-ink'],
  Draw: [Pencil, 'bg-pine-soft text-pine'],
  Dinner: [Utensils, 'bg-sunk text-ink'],
};

interface ChipProps {
  name: string;
  pressed: boolean;
  onClick: () => void;
}

function Chip({ name, pressed, onClick }: ChipProps) {
  const [Icon, tone] = LOOKS[name] ?? [BookOpen, 'bg-sunk text-ink'];
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
      {name}
    </button>
  );
}

/** Templates that fill the form. What was typed is replaced only after a confirmation. */
export function TemplatePicker({ form: { values, set } }: { form: Form<MissionDraft> }) {
  const [confirming, setConfirming] = useState<Template | null>(null);
  const fill = (template: Template, replace: boolean) => {
    setConfirming(null);
    const fields = Object.entries(fieldsToFill(values, fieldsOfTemplate(template), replace)) as [
      keyof MissionDraft,
      string,
    ][];
    for (const [name, value] of fields) set(name, value);
  };
  const choose = (template: Template) =>
    overwritesInput(values, fieldsOfTemplate(template)) ? setConfirming(template) : fill(template, true);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2.5 text-sm font-semibold">
        Start from an idea <span className="font-normal text-ink-2">optional</span>
      </legend>
      <ul className="-mx-4 flex gap-2.5 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
        {TEMPLATES.map((template) => (
          <li key={template.name}>
            <Chip name={template.name} pressed={values.title === template.title} onClick={() => choose(template)} />
          </li>
        ))}
      </ul>
      {confirming && (
        <Dialog title="Keep what you wrote?" onClose={() => setConfirming(null)}>
          <p className="mt-3 text-ink-2">
            <Emphasis
              text={`Fill only the empty fields with ${confirming.name}, or replace everything?`}
              parts={[confirming.name]}
            />
          </p>
          <div className="mt-7 flex flex-col gap-3 sm:flex-row-reverse sm:justify-start">
            <Button onClick={() => fill(confirming, false)}>Fill empty fields</Button>
            <Button kind="quiet" onClick={() => fill(confirming, true)}>
              Replace everything
            </Button>
          </div>
        </Dialog>
      )}
    </fieldset>
  );
}
