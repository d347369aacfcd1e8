import type { Reply } from '#contract/comments.ts';
import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useDeleteComment } from './queries.ts';

interface DeleteCommentProps {
  checkinId: string;
  comment: Reply;
  onClose: () => void;
}

export function DeleteComment({ checkinId, comment, onClose }: DeleteCommentProps) {
  const t = useT();
  const { mutateAsync: remove } = useDeleteComment(checkinId);
  return (
    <ConfirmAction
      title={t('app.comments.delete.title')}
      confirm={t('start.common.delete')}
      danger
      busyLabel={t('start.common.deleting')}
      action={() => remove(comment.id)}
      failed={t('app.comments.delete.failed')}
      closes="always"
      onClose={onClose}
    >
      <p className="line-clamp-3 wrap-anywhere">{t('app.comments.delete.quote', { text: comment.content })}</p>
    </ConfirmAction>
  );
}
