import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import 'sonner/dist/styles.css';
import { attachToaster } from '#web/lib/toast.ts';

/** Loaded with the first toast. */
export default function Toaster() {
  // The text is the id, so that the same sentence is never shown twice at once.
  // A child's effects run before its parent's, so Sonner already listens.
  useEffect(() => attachToaster((kind, text) => void sonner[kind](text, { id: text })), []);
  return (
    <Sonner
      position="bottom-right"
      duration={4000}
      visibleToasts={3}
      mobileOffset={{ bottom: 'calc(88px + env(safe-area-inset-bottom))' }}
      toastOptions={{ unstyled: true, classNames: { toast: 'toast', title: 'toast-title', icon: 'toast-icon' } }}
    />
  );
}
