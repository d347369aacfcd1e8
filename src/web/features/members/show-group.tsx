import { Suspense, useRef, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { lazyPart } from '#platform/web/lib/lazy-part.ts';
import { groupText, hasGroup, shareGroup } from './share-group.ts';
import { useGroupPicture } from './use-group-picture.ts';

const GroupDialog = lazyPart(() => import('./group-dialog.tsx'), 'GroupDialog');

interface ShowGroupProps {
  mission: Mission;
  me: { id: string };
  className?: string;
  /** The text and line colors on night ground. */
  look?: string;
  /** False while an animation plays; the button then only reserves its space. */
  ready?: boolean;
}

function ShowGroupButton({ mission, me, className, look, ready = true }: ShowGroupProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isSharing = useRef(false);
  const words = groupText(t, mission);
  const { picture, failed } = useGroupPicture({ mission, meId: me.id, words, button, ready });
  const share = async () => {
    // A second press while the share sheet opens would fail and open the dialog.
    if (isSharing.current) return;
    isSharing.current = true;
    await shareGroup(picture, words, () => setOpen(true));
    isSharing.current = false;
  };
  return (
    <>
      <p className={cx('flex', className, !ready && 'invisible')}>
        <Button ref={button} kind="bare" className={look} onClick={() => void share()}>
          {t('app.members.show.button')}
        </Button>
      </p>
      {open && (
        <Suspense fallback={null}>
          <GroupDialog picture={picture} failed={failed} words={words} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Shares the group at its fire with a chat outside of the app (docs/rules.md#members). */
export const ShowGroup = (props: ShowGroupProps) => hasGroup(props.mission) && <ShowGroupButton {...props} />;
