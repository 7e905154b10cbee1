/** The headings under which calls are documented, by the first part of their path. */
const titles: Record<string, string> = {
  auth: 'Signing in',
  profile: 'Profiles',
  users: 'Users',
  leads: 'Contact requests',
  contact: 'Contact form',
  audit: 'Audit log',
  outbox: 'Outgoing mail',
};

/** The heading for a path such as '/api/posts/:id'. */
export function groupOf(path: string): string {
  const part = path.split('/')[2] ?? '';
  return titles[part] ?? part.charAt(0).toUpperCase() + part.slice(1);
}
