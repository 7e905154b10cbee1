import { useNavigate } from 'react-router';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useUser } from '../session/guards.tsx';
import { invitationOf } from './InviteLink.tsx';
import { StatusOptions } from './StatusOptions.tsx';
import { useLeadStatus } from './useLeadStatus.tsx';

export function LeadStage({ lead }: { lead: Lead }) {
  const navigate = useNavigate();
  const { admin } = useUser();
  const { status, error, choose, dialog } = useLeadStatus(lead, (chosen) => {
    if (admin && chosen === 'joined' && !lead.member) void navigate(invitationOf(lead._id));
  });
  return (
    <>
      <SelectField
        label="Stage"
        hint={
          lead.stageSince !== lead.date && (
            <>
              Moved here <RelativeTime iso={lead.stageSince} />
            </>
          )
        }
        value={status}
        error={error && <span role="alert">{error}</span>}
        onChange={({ target }) => choose(target.value)}
      >
        <StatusOptions />
      </SelectField>
      {dialog}
    </>
  );
}
