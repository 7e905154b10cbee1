import { z } from 'zod';

/** Why a PDF is refused that does more than show pages. */
const activeContent = z.enum([
  'script',
  'attachment',
  'program',
  'form',
  'other file',
  'media',
  'opening',
  'address',
  'action',
]);
export type ActiveContent = z.output<typeof activeContent>;

export const verdict = z.enum(['passive', 'unreadable', 'password', ...activeContent.options]);
export type Verdict = z.output<typeof verdict>;
