import type { Application } from '../../../shared/joining/joining-fields.ts';

/** Why admins can't decide on their own: described by it are the buttons that are off. */
export const ownWorkId = 'own-application';

export const isBlockedByOwn = ({ own }: Pick<Application, 'own'>): boolean => own !== null && !own.mayAct;
