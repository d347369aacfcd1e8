import { MessageCircle } from 'lucide-react';
import { count } from '#web/lib/format.ts';
import { DisclosureButton } from '#web/ui/disclosure-button.tsx';
import { commentElementId } from './comments.tsx';

interface CommentToggleProps {
  checkinId: string;
  total: number;
  open: boolean;
  onToggle: () => void;
}

export function CommentToggle({ checkinId, total, open, onToggle }: CommentToggleProps) {
  return (
    <DisclosureButton open={open} controls={commentElementId(checkinId)} onToggle={onToggle}>
      <MessageCircle className="size-4.5" aria-hidden />
      {total > 0 ? `Comment (${count(total)})` : 'Comment'}
    </DisclosureButton>
  );
}
