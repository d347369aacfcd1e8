import type { PasswordLink } from '#contract/admin-accounts.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { exactTime } from '#platform/web/lib/format.ts';
import { copyWithToast } from '#platform/web/lib/share-text.ts';

interface PasswordLinkDialogProps {
  name: string;
  link: PasswordLink;
  onClose: () => void;
}

/** Shows a password link that the operator hands over. It appears only once. */
export function PasswordLinkDialog({ name, link, onClose }: PasswordLinkDialogProps) {
  const copy = () =>
    copyWithToast(link.url, { done: 'Link copied to clipboard!', failed: 'Failed to copy text. Please try again.' });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Dialog title="Hand over this link" onClose={onClose}>
      <p className="mt-2 text-ink-2 wrap-anywhere">
        Anyone with this link can set {name}'s password. We won't show it again.
      </p>
      <output
        aria-label="Link"
        className="mt-5 block rounded-md border-2 border-line bg-sunk p-4 font-mono text-sm break-all select-all"
      >
        {link.url}
      </output>
      <p className="mt-2 text-sm text-ink-2">The link works once, until {exactTime(link.expires_at, timeZone)}.</p>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button kind="quiet" onClick={onClose}>
          I've copied it
        </Button>
        <Button data-autofocus onClick={() => void copy()}>
          Copy link
        </Button>
      </div>
    </Dialog>
  );
}
