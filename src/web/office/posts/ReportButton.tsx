import Flag from 'lucide-react/icons/flag';
import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { LazyDialog } from '../dialogs/lazy-dialogs.tsx';
import { postActionClass } from './post-action.ts';
import { ReportForm } from './ReportForm.tsx';
import { type Reportable, useReport } from './report.queries.ts';

export function ReportButton({ of, className }: { of: Reportable; className?: string }) {
  const [open, setOpen] = useState(false);
  const report = useReport(of);
  const form = useId();
  const what = of.commentId === undefined ? 'post' : 'comment';
  const close = () => {
    setOpen(false);
    if (report.isError) report.reset();
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-disabled={report.isSuccess || undefined}
        onClick={() => !report.isSuccess && setOpen(true)}
        className={cx(postActionClass, 'aria-disabled:cursor-default', className)}
      >
        <Flag className="size-4 shrink-0" />
        {report.isSuccess ? 'Reported' : 'Report'}
      </button>
      <LazyDialog
        open={open}
        onClose={close}
        title={`Report this ${what}`}
        description={`Admins will see your report and your name. The author won't. ${what} does not.`}
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={form} pending={report.isPending}>
              Send report
            </Button>
          </>
        }
      >
        <ReportForm id={form} send={report} onSent={() => setOpen(false)} />
      </LazyDialog>
    </>
  );
}
