import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { OUTLINES, PALETTES } from '#domain/patch-catalogue.ts';
import { type ChosenPatch, PATCH_MOTIFS, PATCH_OUTLINES, PATCH_PALETTES } from '#domain/patch-names.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { FieldError } from '#platform/web/kit/field.tsx';
import { RadioTiles } from '#platform/web/kit/radio-tiles.tsx';
import type { Form } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { ChosenPatch as Drawing } from '#web/drawings/chosen-patch.tsx';
import { Patch } from '#web/drawings/patch.tsx';
import { type MissionDraft, patchOfText, patchText } from './mission-draft.ts';
import { motifOf } from './suggest-patch.ts';
import { usePatchWords } from './use-patch-words.ts';

const MOTIFS_SHOWN = 18;

const OutlineSign = ({ name }: { name: ChosenPatch['outline'] }) => (
  <svg viewBox="8 8 84 84" fill="none" strokeLinecap="round" aria-hidden="true" className="size-6.5">
    <path d={OUTLINES[name].felt} stroke="currentColor" strokeWidth="6" strokeDasharray="9 7" />
  </svg>
);

function PaletteSign({ name }: { name: ChosenPatch['palette'] }) {
  const [field, motif, accent] = PALETTES[name];
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className="size-8.5">
      <circle cx="18" cy="18" r="17" fill={field} />
      <path d="M18 7a11 11 0 0 1 0 22Z" fill={motif} />
      <path d="M18 7a11 11 0 0 0 0 22Z" fill={accent} />
    </svg>
  );
}

interface PatchChoicesProps {
  patch: ChosenPatch;
  isSuggested: boolean;
  onChange: (patch: ChosenPatch) => void;
}

/** The suggested motif stays first while the user tries others. */
function PatchChoices({ patch, isSuggested, onChange }: PatchChoicesProps) {
  const t = useT();
  const [first, setFirst] = useState(patch.motif);
  const [all, setAll] = useState(false);
  useEffect(() => {
    if (isSuggested) setFirst(patch.motif);
  }, [isSuggested, patch.motif]);
  const sorted = [first, ...PATCH_MOTIFS.filter((name) => name !== first)];
  // The chosen motif stays visible when the list is short again.
  const shown = all ? sorted : sorted.filter((name, at) => at < MOTIFS_SHOWN || name === patch.motif);
  return (
    <div className="grid min-w-0 gap-4">
      <RadioTiles
        label={t('app.missions.patch.outline')}
        names={PATCH_OUTLINES}
        nameOf={(name) => t(`app.patches.outlines.${name}`)}
        value={patch.outline}
        className="flex"
        draw={(name) => <OutlineSign name={name} />}
        onChange={(outline) => onChange({ ...patch, outline })}
      />
      <RadioTiles
        label={t('app.missions.patch.colors')}
        names={PATCH_PALETTES}
        nameOf={(name) => t(`app.patches.palettes.${name}`)}
        value={patch.palette}
        className="flex flex-wrap"
        draw={(name) => <PaletteSign name={name} />}
        onChange={(palette) => onChange({ ...patch, palette })}
      />
      <RadioTiles
        label={t('app.missions.patch.motif')}
        names={shown}
        nameOf={(name) => t(`app.patches.motifs.${name}`)}
        value={patch.motif}
        className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))]"
        draw={(motif) => <Drawing patch={{ ...patch, motif }} done={0} total={1} size={39} label="" />}
        onChange={(motif) => onChange({ ...patch, motif })}
      />
      <button
        type="button"
        aria-expanded={all}
        onClick={() => setAll(!all)}
        className="min-h-11 w-fit cursor-pointer text-sm font-semibold underline underline-offset-4"
      >
        {all ? t('app.missions.patch.fewer') : t('app.missions.patch.all', { count: PATCH_MOTIFS.length })}
      </button>
    </div>
  );
}

interface PatchFieldProps {
  form: Form<MissionDraft>;
  suggested: ChosenPatch;
  /** The ID of an edited mission, which determines the patch while none is chosen. */
  drawnFrom?: string;
}

function usePatch({ form: { values, set }, suggested, drawnFrom }: PatchFieldProps) {
  const t = useT();
  const chosen = patchOfText(values.patch);
  const title = values.title.trim();
  return {
    chosen,
    patch: chosen ?? (drawnFrom === undefined ? suggested : null),
    seed: drawnFrom ?? '',
    title,
    label: title === '' ? t('app.missions.patch.of_new') : t('app.missions.patch.of', { title }),
    choose: (next: ChosenPatch | null) => set('patch', patchText(next)),
  };
}

function PatchSheet({ onClose, ...props }: PatchFieldProps & { onClose: () => void }) {
  const t = useT();
  const { suggested, drawnFrom } = props;
  const { chosen, patch, seed, label, choose } = usePatch(props);
  // Outside the form, because Enter on a choice would submit it.
  return createPortal(
    <Dialog title={t('app.missions.patch.legend')} broad onClose={onClose}>
      <div className="mt-3 grid justify-items-center gap-3">
        <Patch seed={seed} patch={patch} done={0} total={30} size={132} label={label} />
        {drawnFrom !== undefined && (
          <Button kind="quiet" size="sm" onClick={() => choose(chosen ? null : suggested)}>
            {chosen ? t('app.missions.patch.first') : t('app.missions.patch.choose')}
          </Button>
        )}
      </div>
      {patch && (
        <div className="mt-4">
          <PatchChoices patch={patch} isSuggested={!chosen} onChange={choose} />
        </div>
      )}
      <Button className="mt-5 w-full" onClick={onClose}>
        {t('start.common.done')}
      </Button>
    </Dialog>,
    document.body,
  );
}

/** The patch of a new mission follows the title until the user chooses a part of it. */
export function PatchField(props: PatchFieldProps) {
  const t = useT();
  const words = usePatchWords();
  const [open, setOpen] = useState(false);
  const { drawnFrom, form } = props;
  const { chosen, patch, seed, title, label } = usePatch(props);
  const { patch: error } = form.errors;
  return (
    <fieldset id="patch" aria-describedby={error && 'patch-error'} className="flex min-w-0 items-center gap-4">
      <legend className="sr-only">{t('app.missions.patch.legend')}</legend>
      <Patch seed={seed} patch={patch} done={0} total={30} size={96} label={label} />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <p aria-hidden className="text-sm font-semibold">
          {t('app.missions.patch.legend')}
        </p>
        {!chosen && drawnFrom === undefined && title !== '' && (
          <p className="text-xs text-ink-2">
            {motifOf(title, words) ? t('app.missions.patch.from_title') : t('app.missions.patch.pick')}
          </p>
        )}
        <Button kind="quiet" size="sm" onClick={() => setOpen(true)}>
          {t('app.missions.patch.change')}
        </Button>
        <FieldError id="patch" error={error} />
      </div>
      {open && <PatchSheet {...props} onClose={() => setOpen(false)} />}
    </fieldset>
  );
}
