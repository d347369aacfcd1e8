import { Flag, UserX } from 'lucide-react';
import { useState } from 'react';
import { Menu, type MenuItem } from '#platform/web/kit/menu.tsx';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { BlockDialog } from './block-dialog.tsx';
import { type Post, sendReport, useBlock } from './queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface PostDialogProps {
  post: Post;
  onClose: () => void;
}

/** Reports a post to the operator; nobody else is notified. */
function ReportDialog({ post, onClose }: PostDialogProps) {
  const t = useT();
  const send = async (reason: string) => {
    try {
      await sendReport(post, reason);
      toast.success(t('app.safety.report.sent'));
    } catch (error) {
      // The user reported it before; a retry would not help.
      if (!(error instanceof ApiError && error.code === 'already_reported')) throw error;
      toast.info(error.detail);
    }
    onClose();
  };
  return (
    <ReasonDialog
      title={t(post.kind === 'checkin' ? 'app.safety.report.checkin' : 'app.safety.report.comment')}
      label={t('app.safety.report.reason')}
      placeholder={t('app.safety.report.reason_example')}
      confirm={t('app.safety.report.send')}
      busyLabel={t('start.common.sending')}
      failed={t('app.safety.report.not_sent')}
      onSend={send}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{t('app.safety.report.note', { name: post.author.name })}</p>
    </ReasonDialog>
  );
}

interface PostMenuProps {
  post: Post;
  /** Whether the post can be reported. It is then by another user, who can also be blocked. */
  canReport: boolean;
  mine?: boolean;
  /** Items of other features, listed first. */
  before?: readonly MenuItem[];
}

export function PostMenu({ post, canReport, mine = false, before = [] }: PostMenuProps) {
  const t = useT();
  const [dialog, setDialog] = useState<'report' | 'block' | null>(null);
  const close = () => setDialog(null);
  const { mutateAsync: block } = useBlock();
  const { name, user_id } = post.author;
  const items: MenuItem[] = [
    ...before,
    ...(canReport
      ? [
          { label: t('app.safety.menu.report'), icon: <Flag aria-hidden />, onSelect: () => setDialog('report') },
          {
            label: t('app.safety.menu.block', { name }),
            icon: <UserX aria-hidden />,
            onSelect: () => setDialog('block'),
          },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  const label = mine ? t(`app.safety.menu.mine.${post.kind}`) : t(`app.safety.menu.theirs.${post.kind}`, { name });
  return (
    <>
      <Menu label={label} items={items} {...(post.kind === 'comment' && { className: '-me-2' })} />
      {dialog === 'report' && <ReportDialog post={post} onClose={close} />}
      {dialog === 'block' && <BlockDialog name={name} block={() => block(user_id)} onClose={close} />}
    </>
  );
}
