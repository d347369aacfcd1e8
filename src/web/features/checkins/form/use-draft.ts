import { useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { usePreview } from '#platform/web/lib/use-preview.ts';
import { isHeic, photoProblem, shrinkPhoto } from '#web/features/checkins/photo/photo-file.ts';

export type FormKind = Checkin['type'];

export interface CheckinDraft {
  kind: FormKind;
  content: string;
  photo: File | null;
  /** URL of the chosen photo, or of the photo that the check-in already has. */
  preview: string | null;
  /** The problem with the photo, set by an attempt to send it. */
  photoError: string | undefined;
  setKind: (kind: FormKind) => void;
  setContent: (content: string) => void;
  /** Accepts a chosen, dropped or pasted file. A file that cannot be used leaves the draft unchanged. */
  choosePhoto: (file: File | undefined) => void;
  removePhoto: () => void;
  /** Returns true if the draft can be sent; otherwise sets `photoError`. */
  check: () => boolean;
  clear: () => void;
}

/** Holds the fields of a new check-in, or of an edited one (`start`). */
export function useDraft(start?: Pick<Checkin, 'type' | 'content' | 'photo_small_url'>): CheckinDraft {
  const t = useT();
  const [kind, setKind] = useState<FormKind>(start?.type ?? 'tick');
  const [content, setContent] = useState(start?.content ?? '');
  const [photo, setPhoto] = useState<File | null>(null);
  const [savedPhoto, setSavedPhoto] = useState(start?.photo_small_url ?? null);
  const [photoError, setPhotoError] = useState<string>();
  const chosen = usePreview(photo);
  return {
    kind,
    content,
    photo,
    preview: photo ? chosen : savedPhoto,
    photoError,
    setKind,
    setContent,
    choosePhoto: (file) => {
      if (!file) return;
      const problem = photoProblem(file);
      if (problem) return toast.error(t(problem));
      if (isHeic(file)) toast.info(t('app.checkins.photo.heic'));
      // Starts now, to be ready when the form is sent.
      void shrinkPhoto(file);
      setPhotoError(undefined);
      setKind('photo');
      setPhoto(file);
    },
    removePhoto: () => {
      setPhoto(null);
      setSavedPhoto(null);
    },
    check: () => {
      const missing = kind === 'photo' && !photo && !savedPhoto;
      setPhotoError(missing ? t('app.checkins.photo.missing') : undefined);
      return !missing;
    },
    clear: () => {
      setContent('');
      setPhoto(null);
    },
  };
}
