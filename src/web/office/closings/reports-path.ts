import { officeClosingsPath } from './paths.ts';

/** Addresses apart from the others, which every screen loads. */
export const reportsPath = `${officeClosingsPath}/reports`;
export const payeesPath = `${officeClosingsPath}/1099`;
