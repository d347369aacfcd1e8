import { Camera } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/auth.ts';
import { button } from '#platform/web/kit/button.tsx';
import { UploadProgress } from '#platform/web/kit/upload-progress.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { PICTURE_ACCEPT } from '#platform/web/lib/picture-file.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { usePreview } from '#platform/web/lib/use-preview.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { AVATAR_MB_MAX, avatarProblem } from './avatar-file.ts';
import { useUploadAvatar } from './queries.ts';

export function AvatarUpload({ me }: { me: User }) {
  const t = useT();
  const upload = useUploadAvatar();
  const [sending, setSending] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const preview = usePreview(sending);

  const choose = async (file: File | undefined) => {
    if (!file || sending) return;
    const problem = avatarProblem(t, file);
    if (problem) return toast.error(problem);
    setPart(0);
    setSending(file);
    try {
      await upload(file, setPart);
      toast.success(t('app.profile.avatar.updated'));
    } catch (error) {
      toast.failure(error, t('app.profile.avatar.not_uploaded'));
    } finally {
      setSending(null);
    }
  };

  const label = t(me.avatar_url ? 'app.profile.avatar.change' : 'app.profile.avatar.add');
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3" aria-busy={sending !== null}>
      <div className={cx('shrink-0 rounded-full p-1.5 text-flame stitch', sending && 'breathe')}>
        <Avatar name={me.name} look={me.look} url={preview ?? me.avatar_url} size={92} />
      </div>
      <div className="min-w-36 flex-1">
        <label
          htmlFor="avatar"
          className={cx(
            button({ kind: 'quiet', size: 'sm' }),
            'has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-sky',
          )}
        >
          <Camera className="size-4.5" aria-hidden />
          {sending ? t('app.profile.avatar.uploading') : label}
          <input
            id="avatar"
            type="file"
            accept={PICTURE_ACCEPT}
            disabled={sending !== null}
            aria-describedby="avatar-note"
            className="sr-only"
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              // Allows choosing the same file again after a failure.
              event.target.value = '';
            }}
          />
        </label>
        {sending && (
          <div className="mt-2.5">
            <UploadProgress part={part} />
          </div>
        )}
        <p id="avatar-note" className="mt-2.5 text-xs text-ink-2">
          {t('app.profile.avatar.note', { max: AVATAR_MB_MAX })}
        </p>
      </div>
    </div>
  );
}
