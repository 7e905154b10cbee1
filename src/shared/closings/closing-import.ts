import { transactionKinds } from './transaction-kinds.ts';

/** The columns of a file of paid closings, in any order: what each holds, and an example. */
export const importColumns = [
  {
    name: 'reference',
    holds: "The other system's number; one that is known is left out",
    example: '2025-014',
  },
  { name: 'agent', holds: "Email address of the agent's account", example: 'agent@example.com' },
  { name: 'property', holds: 'In one line, without names of clients', example: '12 Ocean View Dr, Malibu' },
  { name: 'kind', holds: Object.keys(transactionKinds).join(', '), example: 'residential' },
  { name: 'price', holds: 'Sales price or rent, in dollars', example: '850000.00' },
  { name: 'gross', holds: 'Gross commission of the side', example: '21250.00' },
  { name: 'fees', holds: 'What the brokerage charged', example: '600.00' },
  { name: 'kept', holds: 'What the agent was paid; with the fees at most the gross', example: '20650.00' },
  { name: 'paid', holds: 'Day of the payment', example: '2026-01-31' },
] as const;
