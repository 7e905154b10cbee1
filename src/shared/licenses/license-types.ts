import { keysOf } from '../bookkeeping/figures.ts';

export const licenseTypeLabels = {
  salesperson: 'Salesperson',
  broker: 'Broker',
  'broker-associate': 'Broker associate',
} as const;
export const licenseTypes = keysOf(licenseTypeLabels);
