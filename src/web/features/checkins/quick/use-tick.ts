import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { detailOf } from '#platform/web/lib/api/api-error.ts';
import { useT } from '#platform/web/lib/language.ts';
import { onItemSent, type Submitted, withAnswer } from '#platform/web/outbox/outbox.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { useCanEdit } from '#web/features/checkins/feed/edit-checkin.tsx';
import { useSubmitCheckin } from '#web/features/checkins/submit-checkin.ts';
import { NO_CHECKIN, undoableOf, undoCheckin } from '#web/features/checkins/undo-checkin.ts';

/** Returns true if the check-in is pending or arrived less than an hour ago. */
function useCanUndo(submitted: Submitted<'checkin'> | null, items: readonly OutboxItem[]): boolean {
  const answer = submitted && 'answer' in submitted ? submitted.answer.checkin : null;
  const inTime = useCanEdit(answer ?? NO_CHECKIN);
  if (!submitted || answer) return inTime;
  return 'pending' in submitted && items.some(({ client_id }) => client_id === submitted.pending.client_id);
}

export function useTick(mission: DashboardMission, items: readonly OutboxItem[]) {
  const t = useT();
  const client = useQueryClient();
  const submit = useSubmitCheckin();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [submitted, setSubmitted] = useState<Submitted<'checkin'> | null>(null);
  const [isTicking, setTicking] = useState(false);
  const canUndo = useCanUndo(submitted, items);
  // A pending check-in can arrive while the list is open; it can still be undone.
  useEffect(() => onItemSent((sent) => setSubmitted((old) => old && withAnswer(old, sent))), []);
  const act = async (work: () => Promise<string | null>, failed: (error: unknown) => string) => {
    setBusy(true);
    setProblem(null);
    setProblem(await work().catch(failed));
    setBusy(false);
  };
  const tick = () =>
    act(
      async () => {
        setTicking(true);
        try {
          setSubmitted(await submit({ mission, type: 'tick', content: '', photo: null }, { undo: 'screen' }));
        } finally {
          setTicking(false);
        }
        return null;
      },
      () => t('app.checkins.act.failed'),
    );
  const undo = (created: Submitted<'checkin'>) =>
    act(
      async () => {
        if (!(await undoCheckin(client, undoableOf(created)))) return t('app.checkins.undo.on_its_way');
        setSubmitted(null);
        return null;
      },
      (error) => detailOf(error, t('app.checkins.undo.failed')),
    );
  return {
    busy,
    problem,
    /** True from the press on. */
    wasTickedHere: submitted !== null || isTicking,
    tick: () => void tick(),
    undo: submitted && canUndo ? () => void undo(submitted) : null,
  };
}
