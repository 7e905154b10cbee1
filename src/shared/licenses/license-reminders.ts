/** Days before a license expires on which its member is reminded, the first reminder first; 0 is the day itself. */
export const licenseReminderDays = [90, 60, 30, 0] as const;

/** '90, 60, and 30 days before it expires, and on the day' */
export function whenReminded(what: string): string {
  const before = licenseReminderDays.filter((days) => days > 0).map(String);
  return `${new Intl.ListFormat('en-US').format(before)} days before ${what} expires, and on the day`;
}
