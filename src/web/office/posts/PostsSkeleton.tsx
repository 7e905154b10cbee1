import { Skeleton } from '../../ui/Skeleton.tsx';

export const PostsSkeleton = () => (
  <div className="grid gap-4">
    {[1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-40" />
    ))}
  </div>
);
