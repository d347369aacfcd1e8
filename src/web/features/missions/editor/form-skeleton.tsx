import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/** The create page while the mission that begins again is on its way. */
export function FormSkeleton() {
  return (
    <div className="grid gap-6">
      <Loading label="Loading the mission..." />
      {['habit', 'time', 'prize'].map((part) => (
        <div key={part} aria-hidden className="grid gap-5 rounded-lg bg-card p-5 shadow-card sm:p-7">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="h-13 w-full rounded-md" />
          <Skeleton className="h-20 w-full rounded-md" />
        </div>
      ))}
    </div>
  );
}
