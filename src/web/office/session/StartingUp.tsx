import { Pending, Skeleton } from '../../ui/Skeleton.tsx';

export function StartingUp() {
  return (
    <Pending pending label="Loading" skeleton={<ShellSkeleton />}>
      {null}
    </Pending>
  );
}

function ShellSkeleton() {
  return (
    <>
      <div className="flex h-(--header-height) items-center border-line border-b bg-surface px-4">
        <Skeleton className="h-6 w-36" />
      </div>
      <div className="flex">
        <div className="hidden h-[calc(100dvh-var(--header-height))] w-60 border-line border-e bg-surface md:block" />
        <div className="grid grow content-start gap-6 p-5 md:p-8">
          <Skeleton className="h-9 w-56" />
          <Skeleton className="h-40" />
        </div>
      </div>
    </>
  );
}
