import { officeClosingsPath } from './paths.ts';

/** Apart from the other addresses, which every screen loads. */
export const reportsPath = `${officeClosingsPath}/reports`;
