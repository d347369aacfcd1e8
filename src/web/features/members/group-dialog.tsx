import { Copy, Download, Image } from 'lucide-react';
import { Button, button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { copyWithToast } from '#platform/web/lib/share-text.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { usePreview } from '#platform/web/lib/use-preview.ts';
import { PICTURE_SIZE } from './draw-group.ts';
import type { GroupText } from './share-group.ts';

/** Pages without HTTPS have no clipboard for pictures. */
const canCopyPicture = () => typeof ClipboardItem !== 'undefined' && !!navigator.clipboard;

interface GroupDialogProps {
  /** Null until it is drawn. */
  picture: File | null;
  /** Whether drawing failed; the line then replaces the picture. */
  failed: boolean;
  words: GroupText;
  onClose: () => void;
}

/** Offers picture and text for copying, on devices without a share sheet. */
export function GroupDialog({ picture, failed, words, onClose }: GroupDialogProps) {
  const t = useT();
  const url = usePreview(picture);
  const copyLine = () =>
    copyWithToast(`${words.text} ${words.link}`, {
      done: t('app.checkins.gone.copied'),
      failed: t('app.kit.secret.copy_failed'),
    });
  const copyPicture = async (file: File) => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ [file.type]: file })]);
      toast.success(t('app.members.show.picture_copied'));
    } catch {
      toast.error(t('app.members.show.picture_failed'));
    }
  };
  const wide = { kind: 'quiet', size: 'sm', className: 'w-full' } as const;
  return (
    <Dialog title={t('app.members.show.button')} onClose={onClose}>
      {url ? (
        <img
          src={url}
          width={PICTURE_SIZE}
          height={PICTURE_SIZE}
          alt={words.caption}
          className="mx-auto mt-4 h-auto w-full max-w-96 rounded-md bg-dusk"
        />
      ) : failed ? (
        <p className="mt-4 wrap-anywhere user-line">{words.caption}</p>
      ) : (
        <>
          <Loading label={t('app.members.show.drawing')} />
          <Skeleton className="mx-auto mt-4 aspect-square w-full max-w-96 rounded-md" />
        </>
      )}
      <div className="mt-4 grid gap-3">
        {picture && canCopyPicture() && (
          <Button {...wide} onClick={() => void copyPicture(picture)}>
            <Image className="size-4.5" aria-hidden />
            {t('app.members.show.copy_picture')}
          </Button>
        )}
        {picture && url && (
          <a href={url} download={picture.name} className={button(wide)}>
            <Download className="size-4.5" aria-hidden />
            {t('app.members.show.save_picture')}
          </a>
        )}
        <Button {...wide} onClick={() => void copyLine()}>
          <Copy className="size-4.5" aria-hidden />
          {t('app.members.show.copy_line')}
        </Button>
      </div>
    </Dialog>
  );
}
