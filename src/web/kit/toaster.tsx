import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import 'sonner/dist/styles.css';
import { attachToaster, freeTop, holdableTimer, type ToastAction } from '#web/lib/toast.ts';
import { usePhone } from '#web/lib/use-media.ts';

const ACTION_MS = 6000;

interface ToastWithActionProps extends ToastAction {
  text: string;
  onClose: () => void;
}

/** Whether somebody is in the middle of a text, where Tab has to lead to the next field. */
const isTyping = (element: Element | null): boolean =>
  (element instanceof HTMLTextAreaElement && element.value !== '') ||
  (element instanceof HTMLInputElement &&
    element.type !== 'radio' &&
    element.type !== 'checkbox' &&
    element.value !== '');

/** The content of a toast with a button. The next Tab moves the focus to it, except from a text that is being typed. */
function ToastWithAction({ text, label, run, onClose }: ToastWithActionProps) {
  const button = useRef<HTMLButtonElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    const toast = button.current?.closest('li');
    if (!toast) return;
    const timer = holdableTimer(ACTION_MS, () => close.current());
    let visited = false;
    const onTab = (event: KeyboardEvent) => {
      const isPlainTab = event.key === 'Tab' && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
      if (!isPlainTab || visited || event.defaultPrevented || document.activeElement?.closest('li') === toast) return;
      if (isTyping(document.activeElement)) return;
      event.preventDefault();
      button.current?.focus();
    };
    const watched: [string, () => void][] = [
      ['pointerenter', () => timer.hold('pointer')],
      ['pointerleave', () => timer.release('pointer')],
      [
        'focusin',
        () => {
          visited = true;
          timer.hold('focus');
        },
      ],
      ['focusout', () => timer.release('focus')],
    ];
    for (const [type, listener] of watched) toast.addEventListener(type, listener);
    document.addEventListener('keydown', onTab);
    return () => {
      timer.stop();
      for (const [type, listener] of watched) toast.removeEventListener(type, listener);
      document.removeEventListener('keydown', onTab);
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

let actions = 0;

function show(kind: 'success' | 'error' | 'info', text: string, action?: ToastAction): void {
  // The text is the id, so that the same sentence is never shown twice at once.
  if (!action) return void sonner[kind](text, { id: text });
  const id = `action ${++actions}`;
  let pressed = false;
  const run = () => {
    if (!pressed) action.run();
    pressed = true;
  };
  const content = <ToastWithAction text={text} label={action.label} run={run} onClose={() => sonner.dismiss(id)} />;
  sonner[kind](content, { id, duration: Number.POSITIVE_INFINITY });
}

const host = document.createElement('div');

/** Everything outside of an open modal dialog is inert, so the toasts move into it. */
function placeHost(): void {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  if (host.parentElement !== place || !host.isConnected) place.append(host);
}

const CONTROLS = 'a, button, input, select, textarea, summary, [contenteditable]';
/** Room for a sentence of two lines, with a gap above and below, in px. */
const TOAST_HEIGHT = 92;
const GAP = 8;

/** Where toasts stand on phones, in px from the top: below the header, and over no control of what is open now. */
function phoneTop(): number {
  const isPage = host.parentElement === document.body;
  const header = isPage ? document.querySelector('header')?.getBoundingClientRect().bottom : 0;
  const controls = [...(host.parentElement ?? document.body).querySelectorAll(CONTROLS)]
    .filter((control) => !host.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
  return freeTop(Math.max(0, header ?? 0), TOAST_HEIGHT, window.innerHeight / 2, controls) + GAP;
}

/** Follows what changes on the page: a dialog that opens, or the page that a toast came with. */
function watchPage(onChange: () => void): () => void {
  const watch = new MutationObserver(onChange);
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
  return () => watch.disconnect();
}

/** `phoneTop()` as long as there is a toast. */
function usePhoneTop(phone: boolean): number {
  const [top, setTop] = useState(GAP);
  useEffect(() => {
    if (!phone) return;
    let frame = 0;
    const stop = watchPage(() => {
      cancelAnimationFrame(frame);
      if (host.querySelector('li')) frame = requestAnimationFrame(() => setTop(phoneTop()));
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [phone]);
  return top;
}

/** Loaded with the first toast. */
export default function Toaster() {
  const phone = usePhone();
  const top = usePhoneTop(phone);
  // A child's effects run before its parent's, so Sonner already listens.
  useEffect(() => {
    placeHost();
    const stop = watchPage(placeHost);
    const detach = attachToaster(show);
    return () => {
      detach();
      stop();
      host.remove();
    };
  }, []);
  const below = `max(${top}px, calc(env(safe-area-inset-top) + ${GAP}px))`;
  return createPortal(
    <Sonner
      position={phone ? 'top-center' : 'bottom-right'}
      duration={4000}
      visibleToasts={3}
      {...(phone && { offset: { top: below }, mobileOffset: { top: below } })}
      toastOptions={{
        unstyled: true,
        classNames: { toast: 'toast', title: 'toast-title', content: 'grow', icon: 'toast-icon' },
      }}
    />,
    host,
  );
}
