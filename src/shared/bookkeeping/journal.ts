/** The accounts of a journal entry for QuickBooks, with the names that they have until the office gives others (docs/product.md P31.6). */
export const journalAccounts = {
  bank: { label: 'Money received by the brokerage', name: 'Undeposited Funds' },
  transaction: { label: 'Transaction fees', name: 'Fee Income:Transaction Fees' },
  insurance: { label: 'E&O', name: 'Fee Income:E&O' },
  coordination: { label: 'Coordinator', name: 'Fee Income:Coordinator' },
  shortSale: { label: 'Short sales', name: 'Fee Income:Short Sales' },
  lease: { label: 'Leases', name: 'Fee Income:Leases' },
  referral: { label: 'Referrals', name: 'Fee Income:Referrals' },
  newConstruction: { label: 'New construction', name: 'Fee Income:New Construction' },
  other: { label: 'Other fees', name: 'Fee Income:Other' },
  annual: { label: 'Annual fees', name: 'Fee Income:Annual Fees' },
  dues: { label: 'Other dues', name: 'Fee Income:Other Dues' },
  corrections: { label: 'Corrections of fees', name: 'Fee Income:Corrections' },
  waived: { label: 'Waived fees', name: 'Fee Income:Waived' },
  passed: { label: 'Commission that others are paid', name: 'Commission Income' },
  agents: { label: 'Paid to agents', name: 'Commissions Paid:Agents' },
  coAgents: { label: 'Paid to co-agents', name: 'Commissions Paid:Co-agents' },
  referred: { label: 'Paid to other brokers', name: 'Commissions Paid:Other Brokers' },
  credits: { label: 'Credits to clients', name: 'Commissions Paid:Credits to Clients' },
  unexplained: { label: 'Corrections that name neither fees nor agent', name: 'Ask My Accountant' },
} as const;
export type JournalAccount = keyof typeof journalAccounts;

/** The columns of the file, as QuickBooks Online imports them. */
export const journalColumns = [
  'JournalNo',
  'JournalDate',
  'AccountName',
  'Debits',
  'Credits',
  'Description',
  'Name',
] as const;
