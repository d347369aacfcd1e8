import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { type Post, sendReport, useBlock, useHide } from './queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface PostDialogProps {
  post: Post;
  onClose: () => void;
}

/** Tells the operator. Nobody else hears of it. */
export function ReportDialog({ post, onClose }: PostDialogProps) {
  const send = async (reason: string) => {
    try {
      await sendReport(post, reason);
      toast.success('Thank you. Your report was sent to the operator.');
    } catch (error) {
      // As good as done: there is nothing to try again.
      if (!(error instanceof ApiError && error.code === 'already_reported')) throw error;
      toast.info(error.detail);
    }
    onClose();
  };
  return (
    <ReasonDialog
      title={post.kind === 'checkin' ? 'Report this check-in' : 'Report this comment'}
      label="What is wrong with it?"
      placeholder="A sentence is enough"
      confirm="Send report"
      busyLabel="Sending..."
      failed="Failed to send report"
      onSend={send}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        The operator of Emberkin reads it, with the words as they are now. {post.author.name} is not told.
      </p>
    </ReasonDialog>
  );
}

/** The owner of the mission takes a check-in out of the others' sight. */
export function HideDialog({ post, onClose }: PostDialogProps) {
  const { hide } = useHide();
  const send = async (reason: string) => {
    await hide(post.id, reason);
    toast.success('Check-in hidden');
    onClose();
  };
  return (
    <ReasonDialog
      title="Hide this check-in?"
      label="Reason"
      placeholder="Kind and short"
      confirm="Hide"
      busyLabel="Hiding..."
      failed="Failed to hide check-in"
      onSend={send}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        Only {post.author.name} and you see it then. {post.author.name} reads your reason; points and streak stay as
        they are. You can show it again at any time.
      </p>
    </ReasonDialog>
  );
}

/** Asks, then hides somebody's posts from oneself. */
export function BlockDialog({ post: { author }, onClose }: PostDialogProps) {
  const { mutate, isPending } = useBlock();
  const block = () =>
    mutate(author.user_id, {
      onSuccess: () => {
        toast.success(`You have blocked ${author.name}`);
        onClose();
      },
      onError: (error) => toast.error(detailOf(error, 'Failed to block')),
    });
  return (
    <ConfirmDialog
      title={`Block ${author.name}?`}
      confirm="Block"
      busyLabel="Blocking..."
      busy={isPending}
      onConfirm={block}
      onClose={onClose}
    >
      <p>
        You no longer see their check-ins, comments and notifications. They are not told, and the mission counts
        everybody as before.
      </p>
      <p className="mt-3">You can unblock them on your profile.</p>
    </ConfirmDialog>
  );
}
