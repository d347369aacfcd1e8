import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { saveOwnHabit } from '#contract/missions-own-habit.ts';
import { OWN_HABIT_MAX } from '#domain/limits.ts';
import { isLineShort, tidyOwnLine } from '#domain/own-line.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { Field } from '#platform/web/kit/field.tsx';
import { call } from '#platform/web/lib/api/api.ts';
import { useIsOnline } from '#platform/web/lib/api/connectivity.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useChange } from '#web/data/use-change.ts';

/** Holds the typed line of a member and saves it. Sends nothing without a network or if the line did not change. */
function useOwnHabit(mission: Pick<Mission, 'id'>, saved: string | null, onSaved?: () => void) {
  const t = useT();
  const online = useIsOnline();
  const [typed, setTyped] = useState(saved ?? '');
  const line = tidyOwnLine(typed);
  const error = isLineShort(line ?? '', OWN_HABIT_MAX)
    ? undefined
    : t('app.reminders.moment.too_long', { max: OWN_HABIT_MAX });
  const { mutate, isPending } = useChange(
    'own_habit',
    (own_habit: string | null) => call(saveOwnHabit, { params: { id: mission.id }, body: { own_habit } }),
    { mission_id: mission.id },
  );
  const save = () => {
    if (error || isPending || !online) return;
    if (line === saved) return onSaved?.();
    mutate(line, {
      onSuccess: () => onSaved?.(),
      onError: (problem) => toast.failure(problem, t('app.settings.not_saved')),
    });
  };
  const field = {
    label: t('app.members.own_habit.ask'),
    autoComplete: 'off',
    error,
    value: typed,
    disabled: !online,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  };
  const disabled = !online || (line === null && !saved);
  const button = { busy: isPending, busyLabel: t('app.members.own_habit.keeping'), disabled };
  return { field, button, save, line };
}

interface OwnHabitProps {
  mission: Pick<Mission, 'id' | 'habit'>;
  own: Pick<Member, 'own_habit'>;
}

/** The field of the check-in card. It is inside the form of the check-in, so Enter saves the line only. */
function OwnHabitField({ mission, onSave }: Pick<OwnHabitProps, 'mission'> & { onSave: () => void }) {
  const t = useT();
  const { field, button, save, line } = useOwnHabit(mission, null);
  const keep = () => {
    if (line === null) return;
    onSave();
    save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    keep();
  };
  return (
    <div className="mt-3 flex flex-wrap items-end gap-2">
      <div className="min-w-0 grow basis-40">
        <Field {...field} id="own-habit" onKeyDown={onKeyDown} />
      </div>
      <Button kind="night" {...button} onClick={keep}>
        {t('app.members.own_habit.keep')}
      </Button>
    </div>
  );
}

/** The viewer's own habit on the check-in card: the line, or its field until there is one. */
export function OwnHabit({ mission, own }: OwnHabitProps) {
  const saves = useRef(false);
  // The field and its button disappear, so the focus moves to the line that replaces them.
  const takeFocus = (line: HTMLElement | null) => {
    if (!line || !saves.current) return;
    saves.current = false;
    if (document.activeElement === document.body) line.focus();
  };
  if (mission.habit !== 'own') return null;
  if (!own.own_habit) {
    const onSave = () => {
      saves.current = true;
    };
    return <OwnHabitField mission={mission} onSave={onSave} />;
  }
  return (
    <p ref={takeFocus} tabIndex={-1} className="mt-2 w-fit font-bold wrap-anywhere user-line">
      {own.own_habit}
    </p>
  );
}

/** Changes the viewer's own habit; an empty field clears it. */
export function OwnHabitDialog({ mission, own, onClose }: OwnHabitProps & { onClose: () => void }) {
  const t = useT();
  const { field, button, save } = useOwnHabit(mission, own.own_habit, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <Dialog title={t('app.members.own_habit.title')} locked={button.busy} onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <Field {...field} id="kept-habit" />
        <Button type="submit" {...button}>
          {t('app.members.own_habit.keep')}
        </Button>
      </form>
    </Dialog>
  );
}
