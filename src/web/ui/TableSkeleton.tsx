import { Skeleton } from './Skeleton.tsx';

export function TableSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-11 w-full max-w-xs" />
      <Skeleton className="h-11" />
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-11" />
      ))}
    </div>
  );
}
