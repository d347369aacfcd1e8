import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import 'sonner/dist/styles.css';
import { useT } from '#platform/web/lib/language.ts';
import { createPausableTimer, createToastQueue, type Draw } from '#platform/web/lib/one-toast.ts';
import { attachToaster, type ToastAction } from '#platform/web/lib/toast.ts';
import { usePhone } from '#platform/web/lib/use-media.ts';

const ACTION_MS = 6000;

interface ToastWithActionProps extends ToastAction {
  text: string;
  onClose: () => void;
}

/** Returns true if the user is in the middle of a text, where Tab must go to the next field. */
const isTyping = (element: Element | null): boolean =>
  (element instanceof HTMLTextAreaElement && element.value !== '') ||
  (element instanceof HTMLInputElement &&
    element.type !== 'radio' &&
    element.type !== 'checkbox' &&
    element.value !== '');

/** Renders a toast with a button. The next Tab focuses the button, unless the user is typing. */
function ToastWithAction({ text, label, run, onClose }: ToastWithActionProps) {
  const button = useRef<HTMLButtonElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    const toast = button.current?.closest('li');
    if (!toast) return;
    const timer = createPausableTimer(ACTION_MS, () => close.current());
    let visited = false;
    const onTab = (event: KeyboardEvent) => {
      const isPlainTab = event.key === 'Tab' && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
      if (!isPlainTab || visited || event.defaultPrevented || document.activeElement?.closest('li') === toast) return;
      if (isTyping(document.activeElement)) return;
      event.preventDefault();
      button.current?.focus();
    };
    const onFocus = () => {
      visited = true;
      timer.hold('focus');
    };
    const listening = new AbortController();
    const { signal } = listening;
    toast.addEventListener('pointerenter', () => timer.hold('pointer'), { signal });
    toast.addEventListener('pointerleave', () => timer.release('pointer'), { signal });
    toast.addEventListener('focusin', onFocus, { signal });
    toast.addEventListener('focusout', () => timer.release('focus'), { signal });
    document.addEventListener('keydown', onTab, { signal });
    return () => {
      timer.stop();
      listening.abort();
    };
  }, []);
  const press = () => {
    onClose();
    run();
  };
  return (
    <span className="flex items-center justify-between gap-3">
      <span>{text}</span>
      <button ref={button} type="button" className="toast-action" onClick={press}>
        {label}
      </button>
    </span>
  );
}

let count = 0;

const draw: Draw = ({ kind, text, action }, onGone) => {
  const id = `toast ${++count}`;
  const gone = { id, onDismiss: onGone, onAutoClose: onGone };
  const remove = () => void sonner.dismiss(id);
  if (!action) {
    sonner[kind](text, gone);
    return remove;
  }
  let pressed = false;
  const run = () => {
    if (!pressed) action.run();
    pressed = true;
  };
  const close = () => {
    remove();
    onGone();
  };
  const content = <ToastWithAction text={text} label={action.label} run={run} onClose={close} />;
  sonner[kind](content, { ...gone, duration: Number.POSITIVE_INFINITY });
  return remove;
};

const show = createToastQueue(draw);

const host = document.createElement('div');

/** Everything outside of an open modal dialog is inert, so the toasts move into the dialog. */
function placeHost(): void {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  if (host.parentElement !== place || !host.isConnected) place.append(host);
}

/** Renders one toast at a time; on phones, below the header. It loads with the first toast. */
export default function Toaster() {
  const phone = usePhone();
  const t = useT();
  const { direction } = t.language;
  // A child's effects run before its parent's, so Sonner already listens.
  useEffect(() => {
    placeHost();
    const watch = new MutationObserver(placeHost);
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
    const detach = attachToaster((kind, text, action) => show({ kind, text, action }));
    return () => {
      detach();
      watch.disconnect();
      host.remove();
    };
  }, []);
  const top = 'calc(env(safe-area-inset-top) + 4.25rem)';
  return createPortal(
    <Sonner
      dir={direction}
      containerAriaLabel={t('start.common.toasts')}
      position={phone ? 'top-center' : direction === 'rtl' ? 'bottom-left' : 'bottom-right'}
      duration={4000}
      visibleToasts={1}
      {...(phone && { offset: { top }, mobileOffset: { top } })}
      toastOptions={{
        unstyled: true,
        classNames: { toast: 'toast', title: 'toast-title', content: 'grow', icon: 'toast-icon' },
      }}
    />,
    host,
  );
}
