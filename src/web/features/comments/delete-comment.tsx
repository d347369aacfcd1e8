import type { Reply } from '#contract/comments.ts';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { useDeleteComment } from './queries.ts';

interface DeleteCommentProps {
  checkinId: string;
  comment: Reply;
  onClose: () => void;
}

export function DeleteComment({ checkinId, comment, onClose }: DeleteCommentProps) {
  const { mutateAsync: remove } = useDeleteComment(checkinId);
  return (
    <ConfirmAction
      title="Delete this comment?"
      confirm="Delete"
      danger
      busyLabel="Deleting..."
      action={() => remove(comment.id)}
      failed="We couldn't delete the comment. Please try again."
      closes="always"
      onClose={onClose}
    >
      <p className="line-clamp-3 wrap-anywhere">“{comment.content}”</p>
    </ConfirmAction>
  );
}
