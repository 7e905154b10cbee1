import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { TextField } from '../../ui/TextField.tsx';
import { EditorForm } from '../form/EditorForm.tsx';
import { useEditor } from '../form/useEditor.ts';
import { Page } from '../page/Page.tsx';
import { experienceForm, experienceLabels as labels, noExperience, toBody } from './history-form.ts';
import { PeriodFields } from './PeriodFields.tsx';
import { useAddExperience } from './profile.queries.ts';
import { WithProfile } from './WithProfile.tsx';

export function AddExperiencePage() {
  return (
    <Page title="Add experience" width="form">
      <WithProfile otherwise="Create your profile first, then add your experience.">
        <AddExperience />
      </WithProfile>
    </Page>
  );
}

const start = { values: noExperience };

function AddExperience() {
  const navigate = useNavigate();
  const add = useAddExperience();
  const form = useForm({ resolver: zodResolver(experienceForm), defaultValues: noExperience });
  const editor = useEditor({
    form,
    name: 'experience:new',
    start,
    save: (values) => add.mutateAsync(toBody(values)),
    onSaved: () => void navigate('/dashboard'),
  });
  const { register, formState, watch, setValue } = form;
  const control = (field: keyof typeof labels) => ({
    ...register(field),
    label: labels[field],
    error: formState.errors[field]?.message,
  });
  return (
    <EditorForm
      editor={editor}
      what="Your experience"
      labels={labels}
      saveLabel="Add experience"
      cancelTo="/dashboard"
      cancelLabel="Go Back"
    >
      <TextField {...control('title')} required dir="auto" autoComplete="organization-title" />
      <TextField {...control('company')} required dir="auto" autoComplete="organization" />
      <TextField {...control('location')} dir="auto" autoComplete="off" />
      <PeriodFields
        from={control('from')}
        to={control('to')}
        description={control('description')}
        currentLabel={labels.current}
        current={watch('current') !== ''}
        onCurrent={(current) => setValue('current', current ? 'Yes' : '', { shouldDirty: true })}
      />
    </EditorForm>
  );
}
