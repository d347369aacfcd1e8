import { MessageCircle } from 'lucide-react';
import { count } from '#web/lib/format.ts';
import { QuietToggle } from '#web/ui/quiet-toggle.tsx';
import { idOf } from './comments.tsx';

interface CommentToggleProps {
  checkinId: string;
  total: number;
  open: boolean;
  onToggle: () => void;
}

export function CommentToggle({ checkinId, total, open, onToggle }: CommentToggleProps) {
  return (
    <QuietToggle open={open} controls={idOf(checkinId)} onToggle={onToggle}>
      <MessageCircle className="size-4.5" aria-hidden />
      {total > 0 ? `Comment (${count(total)})` : 'Comment'}
    </QuietToggle>
  );
}
