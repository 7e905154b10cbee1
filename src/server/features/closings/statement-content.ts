import type { OwnClosing } from '../../../shared/closings/closing-answers.ts';
import { closingStateLabels } from '../../../shared/closings/closing-states.ts';
import { kindOf } from '../../../shared/closings/transaction-kinds.ts';
import { formatDay } from '../../../shared/dates.ts';
import { formatDocumentMoney } from '../../../shared/money.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Database } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { PdfBlock, PdfContent } from '../../platform/pdf/pdf-content.ts';
import { spelledOut } from '../../platform/pdf/spelled-out.ts';
import { lineInDocument } from './letter-content.ts';
import { licensesOf } from './letter-facts.ts';
import { getOwnClosing } from './report.service.ts';

/** The member's statement of a closing, as it is now. @throws 404 'Closing not found' */
export async function ownStatement(
  db: Database,
  actor: Actor,
  id: string,
  brokerage: Brokerage,
): Promise<PdfContent> {
  const closing = await getOwnClosing(db, actor, id);
  const license = (await licensesOf(db, [closing.agent._id])).get(closing.agent._id);
  return spelledOut(statementContent(closing, { brokerage, license }, now()));
}

function statementContent(
  closing: OwnClosing,
  { brokerage, license }: { brokerage: Brokerage; license: string | undefined },
  moment: string,
): PdfContent {
  const { entry, statement, agent, state, paid, corrections, kept, role } = closing;
  const facts: [string, string][] = [
    ['Brokerage', `${brokerage.legalName}, DRE license ${brokerage.license}`],
    ['Agent', license ? `${agent.name}, DRE license ${license}` : agent.name],
    ['Property', entry.property],
    ['Transaction', kindOf(entry.kind).label],
    ...(entry.price > 0
      ? [[kindOf(entry.kind).price.line, formatDocumentMoney(entry.price)] as [string, string]]
      : []),
    ['State', paid ? `Paid on ${formatDay(paid.on)}` : closingStateLabels[state]],
  ];
  const blocks: PdfBlock[] = [
    { kind: 'heading', level: 1, text: 'Closing statement' },
    { kind: 'facts', rows: facts },
    {
      kind: 'table',
      caption: 'Line by line',
      columns: [{ header: 'Line' }, { header: 'Where it comes from' }, { header: 'Amount', align: 'right' }],
      rows: [
        ...statement.lines.map(lineInDocument),
        [role === 'agent' ? 'You keep' : 'Your share', '', formatDocumentMoney(kept)],
      ],
    },
    ...(statement.open.length === 0
      ? []
      : ([
          { kind: 'heading', level: 2, text: 'The office decides' },
          { kind: 'list', items: statement.open.map(({ text }) => text) },
        ] satisfies PdfBlock[])),
    ...(corrections.length === 0
      ? []
      : ([
          { kind: 'heading', level: 2, text: 'Corrections after the payment' },
          {
            kind: 'table',
            columns: [{ header: 'Day' }, { header: 'Reason' }, { header: 'Kept', align: 'right' }],
            rows: corrections.map(({ on, reason, kept: more }) => [
              formatDay(on),
              reason,
              formatDocumentMoney(more),
            ]),
          },
        ] satisfies PdfBlock[])),
    {
      kind: 'paragraph',
      tone: 'muted',
      text: statement.frozen
        ? `As approved; printed on ${formatDay(moment)}. For your records; may differ from your 1099-NEC.`
        : `Not approved yet: figures may change. Printed on ${formatDay(moment)}.`,
    },
  ];
  return {
    title: `Statement: ${entry.property}`,
    language: 'en-US',
    author: brokerage.legalName,
    reference: 'Closing statement',
    blocks,
  };
}
