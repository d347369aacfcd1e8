import { Flag, UserX } from 'lucide-react';
import { useState } from 'react';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { BlockDialog, ReportDialog } from './post-dialogs.tsx';
import type { Post } from './queries.ts';

interface PostMenuProps {
  post: Post;
  /** The post may be reported; so it is somebody else's, who may be blocked as well. */
  canReport: boolean;
  /** What other features offer for this post; it stands first. */
  before?: readonly MenuItem[];
}

/** What one can do about somebody's post. Nothing for one's own. */
export function PostMenu({ post, canReport, before = [] }: PostMenuProps) {
  const [dialog, setDialog] = useState<'report' | 'block' | null>(null);
  const close = () => setDialog(null);
  const { name } = post.author;
  const items: MenuItem[] = [
    ...before,
    ...(canReport
      ? [
          { label: 'Report...', icon: <Flag aria-hidden />, onSelect: () => setDialog('report') },
          { label: `Block ${name}...`, icon: <UserX aria-hidden />, onSelect: () => setDialog('block') },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  const label = post.kind === 'checkin' ? `More about the check-in of ${name}` : `More about the comment of ${name}`;
  return (
    <>
      <Menu label={label} items={items} className="-me-2" />
      {dialog === 'report' && <ReportDialog post={post} onClose={close} />}
      {dialog === 'block' && <BlockDialog post={post} onClose={close} />}
    </>
  );
}
