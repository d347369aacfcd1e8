import { useEffect, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { isHeic, photoProblem } from '#web/features/checkins/photo/photo-file.ts';
import { shrinkPhoto } from '#web/features/checkins/photo/shrink-photo.ts';
import { toast } from '#web/lib/toast.ts';

export type FormKind = Checkin['type'];

export interface CheckinDraft {
  kind: FormKind;
  content: string;
  photo: File | null;
  /** What is shown of the photo: of the chosen one, else of the one that the check-in has. */
  preview: string | null;
  /** What is wrong with the choice, once somebody tried to send it. */
  photoError: string | undefined;
  setKind: (kind: FormKind) => void;
  setContent: (content: string) => void;
  /** Takes a file from the chooser, a drop or the clipboard; a wrong one leaves the draft as it is. */
  choosePhoto: (file: File | undefined) => void;
  removePhoto: () => void;
  /** Whether it can be sent; says what is missing if not. */
  check: () => boolean;
  clear: () => void;
}

/** An address for a picture that is not sent yet; it is given back when another one comes or the page goes. */
function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** What somebody is about to check in with, or how a check-in is about to read. */
export function useDraft(start?: Pick<Checkin, 'type' | 'content' | 'photo_small_url'>): CheckinDraft {
  const [kind, setKind] = useState<FormKind>(start?.type ?? 'tick');
  const [content, setContent] = useState(start?.content ?? '');
  const [photo, setPhoto] = useState<File | null>(null);
  const [kept, setKept] = useState(start?.photo_small_url ?? null);
  const [photoError, setPhotoError] = useState<string>();
  const chosen = usePreview(photo);
  return {
    kind,
    content,
    photo,
    preview: photo ? chosen : kept,
    photoError,
    setKind,
    setContent,
    choosePhoto: (file) => {
      if (!file) return;
      const problem = photoProblem(file);
      if (problem) return toast.error(problem);
      if (isHeic(file)) toast.info('HEIC image selected. Upload may take a moment to process.');
      void shrinkPhoto(file);
      setPhotoError(undefined);
      setKind('photo');
      setPhoto(file);
    },
    removePhoto: () => {
      setPhoto(null);
      setKept(null);
    },
    check: () => {
      const missing = kind === 'photo' && !photo && !kept;
      setPhotoError(missing ? 'Please choose a photo' : undefined);
      return !missing;
    },
    clear: () => {
      setContent('');
      setPhoto(null);
    },
  };
}
