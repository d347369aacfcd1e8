import { type RefObject, useEffect, useRef, useState } from 'react';

const fileOf = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? data?.files[0];

const carriesFiles = (event: DragEvent) => !!event.dataTransfer?.types.includes('Files');

/** Whether somebody is at another field or dialog: what is pasted there belongs there. */
const isElsewhere = (form: HTMLElement | null, target: EventTarget | null) =>
  target instanceof Element && !form?.contains(target) && target.closest('form, dialog, [contenteditable]') !== null;

/**
 * Takes photos that are dropped or pasted anywhere on the page while the form stands there, but for other forms. A drop
 * that nobody takes would make the browser leave the page, and all that was typed with it.
 */
export function usePhotoDrop(
  form: RefObject<HTMLFormElement | null>,
  choose: (file: File | undefined) => void,
  disabled: boolean,
): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(choose);
  latest.current = choose;
  useEffect(() => {
    if (disabled) return;
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(!isElsewhere(form.current, event.target));
    };
    const onDragLeave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (!isElsewhere(form.current, event.target)) latest.current(fileOf(event.dataTransfer));
    };
    const onPaste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (!file || isElsewhere(form.current, event.target)) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('drop', onDrop);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, [form, disabled]);
  return over;
}
