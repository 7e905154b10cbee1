import * as z from 'zod/mini';
import { maxLengths } from '../../../shared/field-limits.ts';
import { optionalText, requiredName } from '../form/text-fields.ts';

/** `current` is 'Yes' or empty: a form and its draft hold only text. */
const period = {
  from: z.string(),
  to: z.string(),
  current: z.string(),
  description: optionalText('Description', maxLengths.history.description),
};

export type PeriodValues = Record<keyof typeof period, string>;
const noPeriod: PeriodValues = { from: '', to: '', current: '', description: '' };

const periodLabels = { from: 'From Date', to: 'To Date', description: 'Description' };

export const experienceForm = z.object({
  title: requiredName('Title', maxLengths.history.title),
  company: requiredName('Company', maxLengths.history.company),
  location: optionalText('Location', maxLengths.history.location),
  ...period,
});
export type ExperienceValues = z.output<typeof experienceForm>;
export const noExperience: ExperienceValues = { title: '', company: '', location: '', ...noPeriod };
export const experienceLabels = {
  title: 'Job title',
  company: 'Company',
  location: 'Location',
  ...periodLabels,
  current: 'Current job',
};

export const educationForm = z.object({
  school: requiredName('School', maxLengths.history.school),
  degree: requiredName('Degree', maxLengths.history.degree),
  fieldofstudy: optionalText('Field of study', maxLengths.history.fieldOfStudy),
  ...period,
});
export type EducationValues = z.output<typeof educationForm>;
export const noEducation: EducationValues = { school: '', degree: '', fieldofstudy: '', ...noPeriod };
export const educationLabels = {
  school: 'School',
  degree: 'Degree or certificate',
  fieldofstudy: 'Field of study',
  ...periodLabels,
  current: 'Current school',
};

/** The request body; a current entry has no end date. */
export const toBody = <Values extends PeriodValues>(values: Values) => ({
  ...values,
  to: values.current ? '' : values.to,
  current: values.current !== '',
});
export type ExperienceBody = ReturnType<typeof toBody<ExperienceValues>>;
export type EducationBody = ReturnType<typeof toBody<EducationValues>>;
