import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { PublishingRule, PublishingRules } from '../../../shared/publishing/publishing.contract.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { publishingQuery, type ReadPublishing, useSavePublishing } from './publishing.queries.ts';
import { SiteNavigation } from './SiteNavigation.tsx';

/** docs/product.md P10.15 */
export function PublishingPage() {
  const query = useQuery(publishingQuery);
  return (
    <Page title="Who can publish" width="form">
      <SiteNavigation />
      <p className="text-muted">
        Admins can always publish. Choose what other members can do. A change counts at once. Until you save,
        the server's setting CONTENT_EDITORS decides.
      </p>
      <Loaded query={query} what="The settings" skeleton={<Skeleton className="h-96" />}>
        {(read) => <PublishingForm key={read.etag} read={read} />}
      </Loaded>
    </Page>
  );
}

const areas: [area: keyof PublishingRules, legend: string][] = [
  ['articles', 'Articles'],
  ['testimonials', 'Testimonials'],
];

const choices: [rule: PublishingRule, label: string, hint: string][] = [
  ['members', 'Every member', 'What a member publishes is on the site at once.'],
  [
    'review',
    'Members after review',
    'What a member publishes waits as submitted, until someone with the right Content publishes it.',
  ],
  ['right', 'Only people with the right Content', 'Other members can read, and write nothing.'],
];

function PublishingForm({ read }: { read: ReadPublishing }) {
  const [settings, setSettings] = useState(read.settings);
  const save = useSavePublishing();
  const errors = save.error instanceof ApiError ? save.error.fields : {};

  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate({ settings, etag: read.etag }, { onSuccess: () => say('Settings saved') });
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6" aria-label="Who can publish">
      {areas.map(([area, legend]) => (
        <fieldset key={area} className="grid gap-1">
          <legend className="mb-1 font-semibold text-lg">{legend}</legend>
          {choices.map(([rule, label, hint]) => (
            <label key={rule} className="flex min-h-6 items-start gap-2 py-1 pointer-coarse:min-h-11">
              <input
                type="radio"
                name={area}
                className="mt-1 size-4 shrink-0"
                checked={settings[area] === rule}
                onChange={() => setSettings({ ...settings, [area]: rule })}
              />
              <span>
                {label}
                <span className="block text-muted text-sm">{hint}</span>
              </span>
            </label>
          ))}
          <FormError>{errors[area]}</FormError>
        </fieldset>
      ))}
      <CheckboxField
        label="Show the author's name on articles"
        hint="The name of the member who added the article, while their account is active. It goes when a member without the right Content changes another's article."
        checked={settings.authors ?? false}
        onChange={({ target }) => setSettings({ ...settings, authors: target.checked })}
      />
      <FormError>{Object.keys(errors).length === 0 && save.error?.message}</FormError>
      <div>
        <Button type="submit" pending={save.isPending}>
          Save settings
        </Button>
      </div>
    </form>
  );
}
