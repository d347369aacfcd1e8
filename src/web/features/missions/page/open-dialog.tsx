import { CompleteMission } from '#web/features/completion/public.ts';
import { LeaveMission, MembersDialog } from '#web/features/members/public.ts';
import { DeleteMission } from '#web/features/missions/delete-mission.tsx';
import { EditMission } from '#web/features/missions/editor/edit-mission.tsx';
import { QuiltDialog } from '#web/features/missions/quilt/quilt-dialog.tsx';
import { Moment } from '#web/features/reminders/public.ts';
import { TakePause } from '#web/features/streaks/public.ts';
import type { PartProps } from './use-mission-page.ts';

export function OpenDialog({ page: { action, mission, me, setAction } }: PartProps) {
  const props = { mission, onClose: () => setAction(null) };
  switch (action) {
    case 'edit':
      return <EditMission {...props} />;
    case 'delete':
      return <DeleteMission {...props} />;
    case 'complete':
      return <CompleteMission {...props} />;
    case 'leave':
      return <LeaveMission {...props} />;
    case 'members':
      return <MembersDialog {...props} me={me} />;
    case 'moment':
      return <Moment {...props} />;
    case 'pause':
      return <TakePause onClose={props.onClose} />;
    case 'quilt':
      return <QuiltDialog {...props} meId={me.id} />;
    case null:
      return null;
  }
}
