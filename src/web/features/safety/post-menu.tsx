import { EyeOff, Flag, UserX } from 'lucide-react';
import { useState } from 'react';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { BlockDialog, HideDialog, ReportDialog } from './post-dialogs.tsx';
import type { Post } from './queries.ts';

interface PostMenuProps {
  post: Post;
  /** The post may be reported; so it is somebody else's, who may be blocked as well. */
  canReport: boolean;
  /** The post can be hidden now. */
  canHide?: boolean;
}

/** What one can do about somebody's post: report, block, and for the mission's owner hide. Nothing for one's own. */
export function PostMenu({ post, canReport, canHide = false }: PostMenuProps) {
  const [asked, setAsked] = useState<'report' | 'block' | 'hide' | null>(null);
  const close = () => setAsked(null);
  const { name } = post.author;
  const items: MenuItem[] = [
    ...(canHide ? [{ label: 'Hide...', icon: <EyeOff aria-hidden />, onSelect: () => setAsked('hide') }] : []),
    ...(canReport
      ? [
          { label: 'Report...', icon: <Flag aria-hidden />, onSelect: () => setAsked('report') },
          { label: `Block ${name}...`, icon: <UserX aria-hidden />, onSelect: () => setAsked('block') },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  const label = post.kind === 'checkin' ? `More about the check-in of ${name}` : `More about the comment of ${name}`;
  return (
    <>
      <Menu label={label} items={items} className="-me-2" />
      {asked === 'report' && <ReportDialog post={post} onClose={close} />}
      {asked === 'block' && <BlockDialog post={post} onClose={close} />}
      {asked === 'hide' && <HideDialog post={post} onClose={close} />}
    </>
  );
}
