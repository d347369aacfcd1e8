import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/** The form's outline until the zones are here. */
export function ProfileSkeleton() {
  return (
    <div className="grid gap-5 rounded-xl bg-card p-5 shadow-card sm:p-8">
      <Loading label="Loading your profile..." />
      <div className="flex items-center gap-5">
        <Skeleton className="size-27 rounded-full" />
        <Skeleton className="h-11 w-40" />
      </div>
      <Skeleton className="mt-4 h-13" />
      <Skeleton className="mt-4 h-24" />
      <Skeleton className="mt-4 h-13" />
      <Skeleton className="mt-4 h-13" />
    </div>
  );
}
