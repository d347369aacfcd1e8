import { Flag, UserX } from 'lucide-react';
import { useState } from 'react';
import { BlockDialog } from '#web/kit/block-dialog.tsx';
import { Menu, type MenuItem } from '#web/kit/menu.tsx';
import { ApiError } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { type Post, sendReport, useBlock } from './queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface PostDialogProps {
  post: Post;
  onClose: () => void;
}

/** Reports a post to the operator; nobody else is notified. */
function ReportDialog({ post, onClose }: PostDialogProps) {
  const send = async (reason: string) => {
    try {
      await sendReport(post, reason);
      toast.success('Thank you. The operator has your report.');
    } catch (error) {
      // Reported before: nothing to try again.
      if (!(error instanceof ApiError && error.code === 'already_reported')) throw error;
      toast.info(error.detail);
    }
    onClose();
  };
  return (
    <ReasonDialog
      title={post.kind === 'checkin' ? 'Report this check-in' : 'Report this comment'}
      label="What's wrong with it?"
      placeholder="A sentence is enough"
      confirm="Send report"
      busyLabel="Sending..."
      failed="We couldn't send your report"
      onSend={send}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        The operator of Emberkin reads it, with the post as it is now. We won't tell {post.author.name}.
      </p>
    </ReasonDialog>
  );
}

interface PostMenuProps {
  post: Post;
  /** Whether the post can be reported. Then it is somebody else's, who can be blocked as well. */
  canReport: boolean;
  /** Whether it is the user's own. */
  mine?: boolean;
  /** What other features offer for this post, listed first. */
  before?: readonly MenuItem[];
}

/** What the user can do about somebody else's post. */
export function PostMenu({ post, canReport, mine = false, before = [] }: PostMenuProps) {
  const [dialog, setDialog] = useState<'report' | 'block' | null>(null);
  const close = () => setDialog(null);
  const { mutateAsync: block } = useBlock();
  const { name, user_id } = post.author;
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
  const what = post.kind === 'checkin' ? 'check-in' : 'comment';
  const label = `More options for ${mine ? 'your' : `${name}'s`} ${what}`;
  return (
    <>
      <Menu label={label} items={items} {...(post.kind === 'comment' && { className: '-me-2' })} />
      {dialog === 'report' && <ReportDialog post={post} onClose={close} />}
      {dialog === 'block' && <BlockDialog name={name} block={() => block(user_id)} onClose={close} />}
    </>
  );
}
