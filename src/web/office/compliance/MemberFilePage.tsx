import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { MemberFile } from '../../../shared/compliance/compliance.contract.ts';
import { formatDay, today } from '../../../shared/dates.ts';
import type { PersonPage } from '../../../shared/search/people.contract.ts';
import { apiFile, isNotFound } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSaveFile } from '../files/useSaveFile.ts';
import { MemberChecks } from '../joining/MemberChecks.tsx';
import { checksQuery } from '../leads/applications.queries.ts';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { Together } from '../page/Together.tsx';
import { LicenseNumber } from '../profiles/LicenseNumber.tsx';
import { useUser } from '../session/guards.tsx';
import { AddEntry } from './AddEntry.tsx';
import { CheckLicense } from './CheckLicense.tsx';
import { fileQuery, personQuery } from './compliance.queries.ts';
import { EducationState } from './EducationState.tsx';
import { EntryList } from './EntryList.tsx';
import { FindingText } from './FindingText.tsx';
import { Leaving } from './Leaving.tsx';
import { Person } from './Person.tsx';
import { PersonEvents, PersonSummary } from './PersonSummary.tsx';
import { compliancePath } from './paths.ts';

/** Everything about a member that a broker must be able to show. */
export function MemberFilePage() {
  return useUser().compliance ? <MemberFileOf /> : <Person />;
}

function MemberFileOf() {
  const { userId = '' } = useParams();
  const query = useQuery(fileQuery(userId));
  const user = query.data?.user ?? '';
  const checks = useQuery({ ...checksQuery(user), enabled: user !== '' });
  const person = useQuery({ ...personQuery(user), enabled: user !== '' });
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page
      title={query.data ? `File of ${query.data.name}` : 'File'}
      back={{ to: compliancePath, label: 'Compliance' }}
      action={query.data && <FileActions file={query.data} />}
    >
      <Together
        key={userId}
        loads={[query, checks, person]}
        label="Loading the file"
        skeleton={<Skeleton className="h-96" />}
      >
        <Loaded query={query} what="The file" skeleton={<Skeleton className="h-96" />}>
          {(file) => <Content file={file} person={person.data} />}
        </Loaded>
      </Together>
    </Page>
  );
}

function FileActions({ file }: { file: MemberFile }) {
  const { _id, admin } = useUser();
  const folder = useSaveFile(() =>
    apiFile('GET /api/compliance/members/:id/folder', { params: { id: file._id } }),
  );
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button variant="secondary" onClick={() => print()}>
        Print
      </Button>
      <Button variant="secondary" pending={folder.isPending} onClick={() => folder.mutate()}>
        Audit folder (PDF)
      </Button>
      {admin && file.user && file.user !== _id && (
        <Leaving id={file.user} name={file.name} noted={file.left !== null} />
      )}
      <AddEntry id={file._id} name={file.name} />
    </div>
  );
}

function Content({ file, person }: { file: MemberFile; person: PersonPage | undefined }) {
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-1 gap-8">
        {person && <PersonSummary person={person} />}
        <Section title="Open">
          {file.findings.length === 0 ? (
            <p className="text-muted">
              {file.license.number === ''
                ? 'Nothing is open. No license number is noted.'
                : 'Everything is in order.'}
            </p>
          ) : (
            <ul aria-label="Open" className="grid gap-2">
              {file.findings.map((finding) => (
                <li key={`${finding.kind} ${finding.entry}`}>
                  <FindingText finding={finding} />
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section title="History">
          {file.entries.length === 0 ? (
            <p className="text-muted">No entries yet. Begin with the joining date.</p>
          ) : (
            <EntryList label="History" entries={file.entries} education={file.education} />
          )}
        </Section>
      </div>
      <div className="grid grid-cols-1 gap-8 print:order-first">
        <Section title="License">
          <Facts>
            <Fact name="Number">
              {file.license.number ? <LicenseNumber number={file.license.number} /> : '—'}
            </Fact>
            <Fact name="Expires">{dayOrNone(file.license.expires)}</Fact>
            <Fact name="Joined">{dayOrNone(file.joined)}</Fact>
            {file.left && <Fact name={file.left > today() ? 'Leaves' : 'Left'}>{formatDay(file.left)}</Fact>}
          </Facts>
          {file.user && file.license.number && <Check file={file} />}
        </Section>
        {file.user && <MemberChecks user={{ _id: file.user, name: file.name }} />}
        <Section title="Continuing education">
          <EducationState education={file.education} />
        </Section>
        {person?.events && <PersonEvents events={person.events} />}
      </div>
    </div>
  );
}

function Check({ file }: { file: MemberFile }) {
  const [open, setOpen] = useState(false);
  const last = file.entries.find(({ details, withdrawn }) => details.kind === 'check' && !withdrawn);
  const seen = last?.details.kind === 'check' && last.details.number === file.license.number ? last : null;
  if (!open)
    return (
      <div className="print:hidden">
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          Check license
        </Button>
      </div>
    );
  return (
    <div className="print:hidden">
      <CheckLicense
        id={file._id}
        number={file.license.number}
        expires={file.license.expires}
        brokerage={file.license.brokerage}
        seen={seen}
        onChecked={() => setOpen(false)}
      />
    </div>
  );
}

const dayOrNone = (day: string | null) => (day ? formatDay(day) : '—');
