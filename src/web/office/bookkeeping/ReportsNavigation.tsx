import { useLocation } from 'react-router';
import { keysOf, reports } from '../../../shared/bookkeeping/figures.ts';
import { payeesPath, reportsPath } from '../closings/reports-path.ts';
import { SectionNavigation } from '../page/SectionNavigation.tsx';
import { reportPath } from './report-paths.ts';

/** Between the reports, which keep the period. */
export function ReportsNavigation() {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete('sort');
  const period = query.size > 0 ? `?${query}` : '';
  const pages = keysOf(reports).map((report) => ({
    to: `${reportPath(report)}${period}`,
    label: reports[report],
  }));
  const others = [
    { to: `${reportsPath}/quickbooks${period}`, label: 'QuickBooks' },
    { to: payeesPath, label: '1099-NEC' },
  ];
  return <SectionNavigation label="Reports" pages={[...pages, ...others]} />;
}
