import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ReactNode, type RefObject, useState } from 'react';
import { Link } from 'react-router';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { say } from '../../ui/alerts.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { useGate } from '../../ui/useGate.ts';
import { useUser } from '../session/guards.tsx';
import { DeleteLead } from './DeleteLead.tsx';
import { invitationOf } from './InviteLink.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { type ContactKind, LogDialog } from './LogDialog.tsx';
import { nameOf } from './lead-labels.ts';
import { type LeadChanges, useChangeLead } from './leads.queries.ts';
import { type LeadAction, nextAction } from './next-action.ts';
import { SendAgreement } from './SendAgreement.tsx';

type LeadActionsProps = { lead: Lead; gone: RefObject<boolean> };

/** The one action that the stage asks for; the rest in a menu. */
export function LeadActions({ lead, gone }: LeadActionsProps) {
  const { admin } = useUser();
  const [logging, setLogging] = useState<ContactKind>();
  const [linking, setLinking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [sending, setSending] = useState(false);
  const change = useChangeLead(lead._id);
  const pass = useGate();
  const next = nextAction(lead);

  function apply(changes: LeadChanges, message: string): void {
    const onSuccess = () => say(message);
    pass(() => change.mutateAsync(changes, { onSuccess }).catch(() => {}));
  }

  const primary: Record<LeadAction, () => ReactNode> = {
    'log-call': () => <Button onClick={() => setLogging('call')}>Log a call</Button>,
    'send-agreement': () => (
      <Button aria-haspopup="dialog" onClick={() => setSending(true)}>
        Send agreement
      </Button>
    ),
    invite: () =>
      admin && (
        <Link to={invitationOf(lead._id)} className={buttonClass()}>
          Invite
        </Link>
      ),
    'not-spam': () => (
      <Button pending={change.isPending} onClick={() => apply({ spam: false }, 'Moved to the inbox')}>
        Not spam
      </Button>
    ),
  };

  return (
    <div className="grid justify-items-end gap-1.5">
      <div className="flex gap-3">
        {next && primary[next]()}
        <Menu
          button={{
            variant: 'secondary',
            className: 'px-3',
            'aria-label': 'More actions',
            children: <Ellipsis className="size-5" />,
          }}
        >
          {!lead.mergedInto && (
            <>
              {next !== 'log-call' && <MenuItem onSelect={() => setLogging('call')}>Log a call</MenuItem>}
              <MenuItem onSelect={() => setLogging('mail')}>Log an email</MenuItem>
              {next === 'send-agreement' ? (
                <MenuItem
                  onSelect={() =>
                    apply({ status: 'agreement-sent' }, `${nameOf(lead)} moved to Agreement sent`)
                  }
                >
                  Mark agreement sent
                </MenuItem>
              ) : (
                lead.email !== '' &&
                !lead.member && <MenuItem onSelect={() => setSending(true)}>Send agreement</MenuItem>
              )}
              <MenuItem onSelect={() => setLinking(true)}>Link with another lead</MenuItem>
              {!lead.spam && (
                <MenuItem onSelect={() => apply({ spam: true }, 'Moved to spam')}>Move to spam</MenuItem>
              )}
              <MenuSeparator />
            </>
          )}
          <MenuItem danger onSelect={() => setDeleting(true)}>
            Delete
          </MenuItem>
        </Menu>
      </div>
      <FormError>
        {change.error && `We couldn't change this lead. Try again. ${change.error.message}`}
      </FormError>
      <LogDialog lead={lead} kind={logging} onClose={() => setLogging(undefined)} />
      <SendAgreement
        lead={{ _id: lead._id, name: nameOf(lead), email: lead.email }}
        open={sending}
        onClose={() => setSending(false)}
      />
      <LinkDialog lead={lead} open={linking} onClose={() => setLinking(false)} />
      <DeleteLead lead={lead} gone={gone} open={deleting} onClose={() => setDeleting(false)} />
    </div>
  );
}
