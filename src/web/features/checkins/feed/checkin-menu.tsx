import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import type { MenuItem } from '#platform/web/kit/menu.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { PostMenu } from '#web/features/safety/public.ts';
import { HideDialog } from './hide-checkin.tsx';
import { useOwnCheckin } from './own-checkin.tsx';

interface CheckinMenuProps {
  checkin: Checkin;
  /** Items that have no room in the row; listed first. */
  before?: readonly MenuItem[];
}

export function CheckinMenu({ checkin, before = [] }: CheckinMenuProps) {
  const { id, user_id, user_name: name, can, hidden } = checkin;
  const t = useT();
  const me = useMe();
  const [hiding, setHiding] = useState(false);
  const own = useOwnCheckin(checkin);
  const hide = { label: t('app.checkins.hide.menu'), icon: <EyeOff aria-hidden />, onSelect: () => setHiding(true) };
  return (
    <>
      <PostMenu
        post={{ kind: 'checkin', id, author: { user_id, name } }}
        canReport={can.report}
        mine={user_id === me.id}
        before={[...before, ...own.items, ...(can.hide && !hidden ? [hide] : [])]}
      />
      {own.dialog}
      {hiding && <HideDialog checkinId={id} author={name} onClose={() => setHiding(false)} />}
    </>
  );
}
