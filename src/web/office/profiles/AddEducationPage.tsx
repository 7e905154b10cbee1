import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { TextField } from '../../ui/TextField.tsx';
import { EditorForm } from '../form/EditorForm.tsx';
import { useEditor } from '../form/useEditor.ts';
import { Page } from '../page/Page.tsx';
import { educationForm, educationLabels as labels, noEducation, toBody } from './history-form.ts';
import { PeriodFields } from './PeriodFields.tsx';
import { useAddEducation } from './profile.queries.ts';
import { WithProfile } from './WithProfile.tsx';

export function AddEducationPage() {
  return (
    <Page title="Add education" width="form">
      <WithProfile otherwise="Create your profile first, then add your education.">
        <AddEducation />
      </WithProfile>
    </Page>
  );
}

const start = { values: noEducation };

function AddEducation() {
  const navigate = useNavigate();
  const add = useAddEducation();
  const form = useForm({ resolver: zodResolver(educationForm), defaultValues: noEducation });
  const editor = useEditor({
    form,
    name: 'education:new',
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
      what="Your education"
      labels={labels}
      saveLabel="Add education"
      cancelTo="/dashboard"
      cancelLabel="Go Back"
    >
      <TextField {...control('school')} required dir="auto" autoComplete="off" />
      <TextField {...control('degree')} required dir="auto" autoComplete="off" />
      <TextField {...control('fieldofstudy')} dir="auto" autoComplete="off" />
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
