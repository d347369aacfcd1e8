import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { button } from '#web/ui/button.tsx';
import { SignpostScene } from '#web/ui/drawings/empty-scenes.tsx';

/** Spec 9: after a mission that cannot be shown the dashboard comes by itself. */
const BACK_MS = 3000;

/** No such mission, or not one's own. Whoever tabs to the button decides alone. */
export function MissionNotFound({ error }: { error: unknown }) {
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(true);
  const detail = detailOf(error, 'Mission not found');
  useEffect(() => toast.error(`Failed to load mission: ${detail}`), [detail]);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => void navigate({ to: '/dashboard', replace: true }), BACK_MS);
    return () => clearTimeout(timer);
  }, [waiting, navigate]);
  return (
    <div
      role="alert"
      className="mx-auto mt-2 grid max-w-3xl justify-items-center rounded-xl bg-card p-5 pb-9 text-center shadow-card sm:mt-6 sm:p-8 sm:pb-12"
    >
      <SignpostScene className="w-full max-w-lg" />
      <h1 className="mt-7 text-2xl font-extrabold">Mission Not Found</h1>
      <p className="mt-2.5 max-w-md text-balance text-ink-2">
        It may have been deleted, or it belongs to a circle you are not in yet. Ask a friend for the invitation link.
      </p>
      <Link to="/dashboard" onFocus={() => setWaiting(false)} className={button({ className: 'mt-6 w-full max-w-xs' })}>
        Back to Dashboard
      </Link>
      <p className="mt-4 text-sm text-ink-2">
        {waiting ? 'We take you back in 3 seconds.' : 'We wait here. The button takes you back.'}
      </p>
    </div>
  );
}
