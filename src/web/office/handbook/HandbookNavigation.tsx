import { SectionNavigation } from '../page/SectionNavigation.tsx';
import { useUser } from '../session/guards.tsx';

/** For staff who edit the handbook; members only read it. */
export function HandbookNavigation() {
  const { compliance, editsHandbook } = useUser();
  if (!editsHandbook && !compliance) return null;
  return (
    <div className="print:hidden">
      <SectionNavigation
        label="Handbook"
        pages={[
          { to: '/handbook', label: 'Read' },
          ...(editsHandbook ? [{ to: '/dashboard/handbook', label: 'Edit' }] : []),
          ...(compliance ? [{ to: '/dashboard/handbook/acknowledgements', label: 'Acknowledgements' }] : []),
        ]}
      />
    </div>
  );
}
