import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import type { OwnFile } from '../../../shared/education/education.contract.ts';
import { entryWords } from '../../../shared/entry-labels.ts';
import { apiFile } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EducationState } from '../compliance/EducationState.tsx';
import { FindingText } from '../compliance/FindingText.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { acceptedFiles } from '../files/upload-file.ts';
import { useSaveFile } from '../files/useSaveFile.ts';
import { ownLicenseQuery } from '../licenses/licenses.queries.ts';
import { OwnLicense } from '../licenses/OwnLicense.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { Together } from '../page/Together.tsx';
import { CertificateForm } from './CertificateForm.tsx';
import { DocumentForm } from './DocumentForm.tsx';
import {
  ownFileQuery,
  useAddCertificateFile,
  useAddDocumentFile,
  useMarkComplete,
  useWithdrawCertificate,
  useWithdrawDocument,
} from './education.queries.ts';

/** The requirements of a member's license, and what they have handed in. */
export function EducationPage() {
  const query = useQuery(ownFileQuery);
  const license = useQuery(ownLicenseQuery);
  return (
    <Page title="My license and education" width="form">
      <Together
        loads={[query, license]}
        label="Loading your license and education"
        skeleton={<Skeleton className="h-96" />}
      >
        <Loaded query={query} what="Your license and education" skeleton={<Skeleton className="h-96" />}>
          {(own) => (
            <div className="grid grid-cols-1 gap-10">
              <Section title="Missing">
                <Missing own={own} />
              </Section>
              <Section title="License">
                <OwnLicense />
              </Section>
              <Section title="Continuing education">
                <EducationState education={own.education} />
                <Complete own={own} />
              </Section>
              <Section title="Submit a certificate">
                <CertificateForm />
              </Section>
              <Section title="Hand in a document">
                <DocumentForm missing={own.findings.map(({ kind }) => kind)} />
              </Section>
              <Section title="What you submitted">
                <Certificates entries={own.entries} />
              </Section>
            </div>
          )}
        </Loaded>
      </Together>
    </Page>
  );
}

function Missing({ own: { findings } }: { own: OwnFile }) {
  if (findings.length === 0) return <p className="text-muted">Nothing is missing.</p>;
  return (
    <ul aria-label="Missing" className="grid gap-2">
      {findings.map((finding) => (
        <li key={`${finding.kind} ${finding.entry}`}>
          <FindingText finding={finding} />
        </li>
      ))}
    </ul>
  );
}

function Complete({ own: { education } }: { own: OwnFile }) {
  const mark = useMarkComplete();
  if (education.state !== 'open') return null;
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" pending={mark.isPending} onClick={() => mark.mutate()}>
        Mark my renewal complete
      </Button>
      {mark.error && (
        <p role="alert" className="text-error text-sm">
          {mark.error.message}
        </p>
      )}
    </div>
  );
}

function Certificates({ entries }: { entries: FileEntry[] }) {
  const about = Map.groupBy(entries, (entry) => entry.about);
  const top = entries.filter((entry) => entry.about === null && !entry.withdrawn);
  if (top.length === 0) return <p className="text-muted">Nothing submitted yet.</p>;
  return (
    <ul aria-label="What you submitted" className="border-line border-b">
      {top.map((entry) => (
        <li key={entry._id} className="border-line border-t py-3">
          <Certificate entry={entry} its={about.get(entry._id) ?? []} />
        </li>
      ))}
    </ul>
  );
}

function Certificate({ entry, its }: { entry: FileEntry; its: FileEntry[] }) {
  const [asked, setAsked] = useState(false);
  const isDocument = entry.details.kind === 'document';
  const [addToCertificate, addToDocument] = [useAddCertificateFile(), useAddDocumentFile()];
  const add = isDocument ? addToDocument : addToCertificate;
  const [withdrawCertificate, withdrawDocument] = [useWithdrawCertificate(), useWithdrawDocument()];
  const withdraw = isDocument ? withdrawDocument : withdrawCertificate;
  const [title, text] = entryWords(entry.details);
  const decision = its.find(({ details, withdrawn }) => details.kind === 'decision' && !withdrawn);
  const isCertificate = entry.details.kind === 'certificate';
  const waits = isCertificate || isDocument || entry.details.kind === 'renewal';
  return (
    <article aria-label={text} className="grid grid-cols-1 gap-1">
      <p className="wrap-anywhere">
        <span className="font-semibold">{title}</span> · {text}
      </p>
      {waits && (
        <p className="text-muted text-sm">
          {decision
            ? entryWords(decision.details).filter(Boolean).join(': ')
            : isDocument && its.every(({ details }) => details.kind !== 'file')
              ? 'Add the file'
              : 'The office has yet to look at it'}
        </p>
      )}
      <div className="-ms-3 flex flex-wrap">
        {its
          .filter(({ details, withdrawn }) => details.kind === 'file' && !withdrawn)
          .map((file) => (
            <OpenFile key={file._id} file={file} />
          ))}
        {(isCertificate || isDocument) && !decision && (
          <FileButton
            variant="quiet"
            size="sm"
            accept={acceptedFiles}
            pending={add.isPending}
            onFile={(file) => add.mutate({ id: entry._id, file })}
          >
            Add file
          </FileButton>
        )}
        {(isCertificate || isDocument) && !decision && (
          <Button variant="quiet" size="sm" onClick={() => setAsked(true)}>
            Withdraw
          </Button>
        )}
      </div>
      {add.error && (
        <p role="alert" className="text-error text-sm">
          {add.error.message}
        </p>
      )}
      <LazyConfirmDialog
        open={asked}
        title={isDocument ? 'Withdraw this document?' : 'Withdraw this certificate?'}
        body={text}
        confirmLabel={isDocument ? 'Withdraw document' : 'Withdraw certificate'}
        danger
        pending={withdraw.isPending}
        error={withdraw.error?.message}
        onConfirm={() => withdraw.mutate(entry._id, { onSuccess: () => setAsked(false) })}
        onClose={() => setAsked(false)}
      />
    </article>
  );
}

function OpenFile({ file }: { file: FileEntry }) {
  const open = useSaveFile(() => apiFile('GET /api/education/files/:id', { params: { id: file._id } }));
  return (
    <Button variant="quiet" size="sm" pending={open.isPending} onClick={() => open.mutate()}>
      Open file
    </Button>
  );
}
