import { MessageCircle } from 'lucide-react';
import { inlineActionClass } from '#platform/web/kit/disclosure-button.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { commentElementId } from '#web/features/comments/public.ts';

interface CommentToggleProps {
  checkinId: string;
  total: number;
  open: boolean;
  onToggle: () => void;
}

/** Opens the comments. Phones show the sign and the number; the name has the word. */
export function CommentToggle({ checkinId, total, open, onToggle }: CommentToggleProps) {
  const t = useT();
  const words = total === 0 ? t('app.comments.toggle.none') : t('app.comments.toggle.count', { count: total });
  return (
    <button
      type="button"
      aria-label={words}
      aria-expanded={open}
      aria-controls={open ? commentElementId(checkinId) : undefined}
      onClick={onToggle}
      className={cx(inlineActionClass, 'min-w-11 justify-center px-2')}
    >
      <MessageCircle className="size-4.5" aria-hidden />
      <span className="max-sm:hidden">{words}</span>
      {total > 0 && <span className="sm:hidden">{t.number(total)}</span>}
    </button>
  );
}
