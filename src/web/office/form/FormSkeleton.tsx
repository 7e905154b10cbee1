import { Skeleton } from '../../ui/Skeleton.tsx';

export function FormSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
      <Skeleton className="h-48" />
      <Skeleton className="h-11 w-36" />
    </div>
  );
}
