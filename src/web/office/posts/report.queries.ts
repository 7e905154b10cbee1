import type { ReportReason } from '../../../shared/moderation/report-reasons.ts';
import { api } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

export interface Reportable {
  postId: string;
  commentId?: string;
}

export interface NewReport {
  reason: ReportReason;
  details: string;
}

export const useReport = ({ postId, commentId }: Reportable) =>
  useSingleMutation({
    mutationFn: (body: NewReport) =>
      commentId === undefined
        ? api('POST /api/posts/report/:id', { params: { id: postId }, body })
        : api('POST /api/posts/comment/:postId/:commentId/report', { params: { postId, commentId }, body }),
    onSuccess: () => alerts.add({ message: 'Report sent. Thank you.', type: 'success' }),
  });
