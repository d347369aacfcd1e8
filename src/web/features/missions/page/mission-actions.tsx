import { DoorOpen, Pencil, Trash2 } from 'lucide-react';
import type { Mission } from '#contract/missions.ts';
import { Button } from '#web/ui/button.tsx';

/** What can be opened on a mission's page. */
export type MissionAction = 'edit' | 'delete' | 'leave';

interface MissionActionsProps {
  mission: Mission;
  onOpen: (action: MissionAction) => void;
  className: string;
}

/** What one may do with the mission as a whole: the server says what (Decisions 4). */
export function MissionActions({ mission: { can }, onOpen, className }: MissionActionsProps) {
  if (!can.edit && !can.delete && !can.leave) return null;
  return (
    <div className={className}>
      {can.edit && (
        <Button kind="quiet" size="sm" onClick={() => onOpen('edit')}>
          <Pencil className="size-4.5" aria-hidden />
          Edit
        </Button>
      )}
      {can.delete && (
        <Button kind="quiet" size="sm" onClick={() => onOpen('delete')}>
          <Trash2 className="size-4.5 text-rose" aria-hidden />
          <span className="text-rose">Delete</span>
        </Button>
      )}
      {can.leave && (
        <Button kind="quiet" size="sm" onClick={() => onOpen('leave')}>
          <DoorOpen className="size-4.5 rtl:-scale-x-100" aria-hidden />
          Leave mission
        </Button>
      )}
    </div>
  );
}
