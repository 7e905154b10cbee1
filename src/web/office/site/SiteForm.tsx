import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { UnsavedChanges } from '../form/UnsavedChanges.tsx';
import { AnnouncementFields } from './AnnouncementFields.tsx';
import { BrokerageFields } from './BrokerageFields.tsx';
import { HeroFields } from './HeroFields.tsx';
import { QuestionFields } from './QuestionFields.tsx';
import { SitePreview } from './SitePreview.tsx';
import { previewOf, type ReadSettings, readSettings, useSaveSite } from './site.queries.ts';
import { errorsBelow, isSame, mergeSettings, type SiteValues, toSettings, toValues } from './site-form.ts';
import { TeamFields } from './TeamFields.tsx';

export function SiteForm({ start }: { start: ReadSettings }) {
  const [base, setBase] = useState(start);
  const [values, setValues] = useState(() => toValues(start.settings));
  const [tab, setTab] = useState('brokerage');
  const [notice, setNotice] = useState<string>();
  const [previewed, setPreviewed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const saved = useRef(false);
  const save = useSaveSite();
  const errors = save.error instanceof ApiError ? save.error.fields : {};
  const settings = toSettings(values);
  const dirty = !isSame(settings, base.settings);

  const change = (part: Partial<SiteValues>) => setValues((now) => ({ ...now, ...part }));

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setNotice(undefined);
    try {
      const now = await save.mutateAsync({ settings, etag: base.etag });
      setBase(now);
      // Keep what was typed during the save.
      setValues((typed) => (isSame(toSettings(typed), settings) ? toValues(now.settings) : typed));
      say('Site saved');
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) await takeOver();
    }
  }

  /** Another admin saved first: nothing is sent until this admin has reviewed the changes. */
  async function takeOver(): Promise<void> {
    const theirs = await readSettings().catch(() => undefined);
    if (!theirs) return;
    const { settings: merged, both } = mergeSettings(base.settings, settings, theirs.settings);
    save.reset();
    setBase(theirs);
    setValues(toValues(merged));
    setNotice(
      both.length === 0
        ? 'Another admin saved since you opened this page. The form now has their changes and yours. Check it, then save again.'
        : `Another admin changed the same fields since you opened this page: ${both.join(', ')}. The form shows yours. Saving replaces theirs, which stay in the versions below.`,
    );
  }

  // Shows the first field with an error, in whatever tab it is.
  const [first] = Object.keys(errors);
  useEffect(() => {
    const part = first?.split('.')[0];
    if (part) setTab(part);
  }, [first]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the tab has been shown
  useEffect(() => {
    if (first)
      form.current?.querySelector<HTMLElement>('[role="tabpanel"]:not([hidden]) [aria-invalid]')?.focus();
  }, [first, tab]);

  const below = (path: string) => errorsBelow(errors, path);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-1 gap-4"
      aria-label="Site settings"
    >
      <Tabs
        label="Parts of the site"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'brokerage',
            label: 'Brokerage',
            content: (
              <BrokerageFields
                value={values.brokerage}
                onChange={(brokerage) => change({ brokerage })}
                errors={below('brokerage')}
              />
            ),
          },
          {
            id: 'hero',
            label: 'Landing page',
            content: (
              <HeroFields value={values.hero} onChange={(hero) => change({ hero })} errors={below('hero')} />
            ),
          },
          {
            id: 'team',
            label: 'Team',
            content: (
              <TeamFields value={values.team} onChange={(team) => change({ team })} errors={below('team')} />
            ),
          },
          {
            id: 'questions',
            label: 'Questions',
            content: (
              <QuestionFields
                value={values.questions}
                onChange={(questions) => change({ questions })}
                errors={below('questions')}
              />
            ),
          },
          {
            id: 'announcement',
            label: 'Announcement',
            content: (
              <AnnouncementFields
                key={base.etag}
                value={values.announcement}
                onChange={(announcement) => change({ announcement })}
                errors={below('announcement')}
              />
            ),
          },
        ]}
      />
      {/* The outcome stands next to the button, where its user looks. */}
      <div className="sticky bottom-0 z-10 grid grid-cols-1 gap-3 border-line border-t bg-ground py-3">
        {notice && (
          <p role="status" className="rounded-lg border border-line bg-sand p-4">
            {notice}
          </p>
        )}
        <FormError>{save.error?.message}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={save.isPending}>
            Save
          </Button>
          <Button variant="secondary" onClick={() => setPreviewed(true)}>
            Preview
          </Button>
        </div>
      </div>
      {previewed && (
        <SitePreview
          title="Landing page (unsaved)"
          load={() => previewOf(settings)}
          onClose={() => setPreviewed(false)}
        />
      )}
      <UnsavedChanges dirty={dirty} saved={saved} onDiscard={() => setValues(toValues(base.settings))} />
    </form>
  );
}
