import { offerPasswordLink } from '../src/server/features/auth/passwords/password-links.service.ts';
import { makeExports } from '../src/server/features/personal-data/exports.service.ts';
import { appendSecurityEvents } from '../src/server/features/security-log/security-chain.ts';
import { newId, now } from '../src/server/platform/db/ids.ts';
import { inTransaction } from '../src/server/platform/db/transaction.ts';
import { queueMail } from '../src/server/platform/mail/queue-mail.ts';
import type { UserRow } from '../src/server/tables/users.ts';
import type { FileEntry } from '../src/shared/compliance/compliance.contract.ts';
import type { StaffPage } from '../src/shared/handbook/handbook.contract.ts';
import type { Held } from '../src/shared/users/rights.ts';
import { articleBody, makeToken, makeUser, pageBody, sessionOf } from './factories.ts';
import { plainImage, plainPdf, upload } from './images.ts';
import { type Answer, made200, type TestServer } from './server.ts';

export interface Person extends UserRow, Held {
  token: string;
}

export class Scene {
  readonly server: TestServer;
  readonly owner: Person;
  /** Undefined for a visitor. */
  readonly caller: Person | undefined;

  constructor(server: TestServer, owner: Person, caller: Person | undefined) {
    this.server = server;
    this.owner = owner;
    this.caller = caller;
  }

  /** The body of an owner's call that prepares the scene. */
  async byOwner(key: string, body?: unknown): Promise<Answer['body']> {
    return this.server.made(key, { token: this.owner.token, body });
  }

  async byCaller(key: string): Promise<void> {
    await this.server.call(key, { token: this.caller?.token });
  }

  async byAdmin(key: string, body: unknown): Promise<Answer['body']> {
    const admin = await person(this.server, { admin: true });
    return this.server.made(key, { token: admin.token, body });
  }

  /** Made by an admin: members may not be allowed to write articles. */
  article = () => this.byAdmin('POST /api/articles', articleBody());

  async articleVersion(): Promise<{ id: string; version: string }> {
    const { _id: id } = await this.article();
    await this.byAdmin(`PATCH /api/articles/${id}`, { title: 'Changed' });
    const [version] = await this.byAdmin(`GET /api/articles/versions/${id}`, undefined);
    return { id, version: version._id };
  }

  testimonial = async (): Promise<string> =>
    (await this.byAdmin('POST /api/testimonials', { name: 'Dana', testimonial: 'Paid the next day.' }))._id;

  post = async (): Promise<string> => (await this.byOwner('POST /api/posts', { text: 'Open house' }))._id;

  postOfAnother = async (): Promise<string> =>
    (await this.byAdmin('POST /api/posts', { text: 'Open house' }))._id;

  /** On another's post: only the comment is the owner's. */
  async comment(): Promise<{ postId: string; commentId: string }> {
    const postId = await this.postOfAnother();
    const comments = await this.byOwner(`POST /api/posts/comment/${postId}`, { text: 'Mine' });
    return { postId, commentId: comments.at(0)._id };
  }

  async reportedPost(): Promise<string> {
    const id = await this.post();
    await this.byAdmin(`POST /api/posts/report/${id}`, { reason: 'spam' });
    return id;
  }

  async reportedComment(): Promise<string> {
    const { postId, commentId } = await this.comment();
    await this.byAdmin(`POST /api/posts/comment/${postId}/${commentId}/report`, { reason: 'spam' });
    return commentId;
  }

  async lead(): Promise<string> {
    const body = contactRequest();
    await this.byOwner('POST /api/contact', body);
    const row = this.server.db.selectFrom('contact_requests').select('id').where('email', '=', body.email);
    return (await row.executeTakeFirstOrThrow()).id;
  }

  /** Its id undoes it. */
  leadsChange = async (): Promise<string> =>
    (
      await this.byAdmin('POST /api/leads/bulk', {
        ids: [await this.lead()],
        changes: { status: 'contacted' },
      })
    )._id;

  invitedUser = async (): Promise<string> => (await this.byAdmin('POST /api/users', newUser()))._id;

  bulkInvitation = async (row = 'Nobody,nowhere'): Promise<string> =>
    (await this.byAdmin('POST /api/users/bulk', { csv: `Name,Email\n${row}` }))._id;

  async chapter(): Promise<string> {
    const there = await this.server.db.selectFrom('handbook_chapters').select('id').executeTakeFirst();
    if (there) return there.id;
    const id = newId();
    await this.server.db
      .insertInto('handbook_chapters')
      .values({ id, title: 'Policies', position: 0, created_at: now() })
      .execute();
    return id;
  }

  /** A page that only the scene's members must acknowledge, not the many others of its database. */
  async page(): Promise<StaffPage> {
    const body = { title: 'Advertising', chapter: await this.chapter() };
    const { _id, slug } = await this.byAdmin('POST /api/handbook/pages', body);
    return this.byAdmin(
      `PUT /api/handbook/pages/${_id}`,
      pageBody({ slug, audience: 'chosen', chosen: [this.owner.id, this.caller?.id ?? this.owner.id] }),
    );
  }

  async pageFile(): Promise<string> {
    const path = `/api/handbook/pages/${(await this.page())._id}/files?name=Fees.pdf`;
    const token = await makeToken(this.server.db, { admin: true });
    const { body } = await upload(this.server, token, plainPdf(), { field: 'file', path });
    return body._id;
  }

  /** Gives their license a number and a date. */
  async licensed(id = this.owner.id): Promise<{ id: string }> {
    await this.byAdmin(`PUT /api/licenses/${id}`, {
      number: '01234567',
      expires: '2099-01-31',
      verified: false,
    });
    return { id };
  }

  /** The notice that the owner has joined, which the office must send to the department. */
  async notice(): Promise<string> {
    const file = await this.byAdmin(`POST /api/compliance/members/${this.owner.id}/entries`, {
      kind: 'joined',
      on: '2026-01-02',
    });
    return file.entries.find(({ details }: FileEntry) => details.kind === 'notice')._id;
  }

  certificate = async (): Promise<string> =>
    (await this.byOwner('POST /api/education/certificates', certificateBody)).entries.at(0)._id;

  document = async (): Promise<string> =>
    (await this.byOwner('POST /api/education/documents', { what: 'w9' })).entries.at(0)._id;

  async certificateFile(): Promise<string> {
    const bytes = new Uint8Array(await plainImage(200, 2).jpeg().toBuffer());
    const path = `/api/education/certificates/${await this.certificate()}/file`;
    return made200(await upload(this.server, this.owner.token, bytes, { path, field: 'file' }), path)._id;
  }

  async step(): Promise<string> {
    const id = newId();
    const step = { title: 'Transfer', text: '', who: 'member', page: '', page_version: 0 } as const;
    const open = { plan: 'on', position: 0, due_on: '2026-01-31', done_at: null, done_by: null } as const;
    await this.server.db
      .insertInto('onboarding_steps')
      .values({ ...step, ...open, id, user_id: this.owner.id, created_at: now() })
      .execute();
    return id;
  }

  async privacyRequest(): Promise<string> {
    await this.byOwner('POST /api/privacy-requests', { kind: 'know' });
    const row = this.server.db
      .selectFrom('privacy_requests')
      .select('id')
      .where('email', '=', this.owner.email);
    return (await row.executeTakeFirstOrThrow()).id;
  }

  async dataExport(): Promise<string> {
    const { _id } = await this.byOwner('POST /api/exports');
    await makeExports(this.server.parts);
    return _id;
  }

  legalHold = async (): Promise<string> => (await this.byAdmin('POST /api/legal-holds', legalHold()))._id;

  /** There is a limit to their number. */
  async newWebhook(): Promise<object> {
    await this.server.db.deleteFrom('webhooks').execute();
    return webhookFields;
  }

  /** Refused before anything is sent. */
  async webhook(): Promise<string> {
    const { webhook } = await this.byAdmin('POST /api/webhooks', await this.newWebhook());
    const { db } = this.server;
    const url = 'https://127.0.0.1:9/';
    await db.updateTable('webhooks').set({ url }).where('id', '=', webhook._id).execute();
    return webhook._id;
  }

  async delivery(): Promise<{ id: string; delivery: string }> {
    const id = await this.webhook();
    const { _id } = await this.byAdmin(`POST /api/webhooks/${id}/test`, undefined);
    return { id, delivery: _id };
  }

  /** As with webhooks. */
  async newApiToken(): Promise<object> {
    const old = this.server.db.deleteFrom('api_tokens').where('name', '=', apiTokenFields.name);
    await old.execute();
    return apiTokenFields;
  }

  apiToken = async (): Promise<string> =>
    (await this.byAdmin('POST /api/api-tokens', await this.newApiToken())).apiToken._id;

  /** The mail of one. */
  async invitation(): Promise<string> {
    const row = this.server.db
      .selectFrom('mails')
      .select('id')
      .where('user_id', '=', await this.invitedUser());
    return (await row.executeTakeFirstOrThrow()).id;
  }

  mail = (): Promise<string> =>
    inTransaction(this.server.db, (transaction) =>
      queueMail(transaction, { to: this.owner.email, subject: 'Hello', text: 'A text.' }),
    );

  /** Appended as the server does shortly after an answer. */
  async securityEvent(): Promise<void> {
    await appendSecurityEvents(this.server.parts, [
      {
        event: 'sign-in',
        detail: 'password',
        user_id: this.owner.id,
        address: '192.0.2.1',
        device: 'Chrome on Mac',
        request_id: 'made',
        created_at: now(),
      },
    ]);
  }

  async linkToken(): Promise<string> {
    const wanted = { userId: this.owner.id, kind: 'reset' } as const;
    const link = await inTransaction(this.server.db, (transaction) =>
      offerPasswordLink(transaction, wanted, ''),
    );
    return link.split('#')[1] ?? '';
  }

  /** Gives both a profile, so that no call fails because one is missing. */
  async withProfiles(): Promise<void> {
    for (const someone of [this.owner, this.caller]) {
      if (someone) await this.server.call('POST /api/profile', { token: someone.token, body: profileBody });
    }
  }
}

/** A failed preparation would make any rejection look right. */
export async function person(
  { db }: Pick<TestServer, 'db'>,
  given: Partial<UserRow & Held> = {},
): Promise<Person> {
  const user = await makeUser(db, given);
  return { ...user, token: await sessionOf(db, user.id) };
}

export const policyBody = {
  kind: 'insurance',
  insurance: 'eo',
  carrier: 'Acme Mutual',
  number: 'EO-12',
  expires: '2099-01-31',
};
export const seenBody = (given: object = {}) => ({
  asExpected: false,
  seen: {
    type: 'salesperson',
    issued: '2024-02-29',
    expires: '2099-01-31',
    status: 'licensed',
    affiliation: 'ours',
    ...given,
  },
});
export const certificateBody = {
  course: 'Fair housing',
  provider: 'Acme School',
  number: 'C-1',
  on: '2026-01-02',
  hours: 3,
};

export const profileBody = { status: 'Real Estate Agent', skills: 'Leases' };

let made = 0;
export const newUser = () => ({ name: 'Nora New', email: `nora${++made}@example.com` });
export const legalHold = () => ({
  email: `hal${++made}@example.com`,
  reason: 'A claim is pending',
  reviewOn: '2027-01-31',
});
/** On a day that is over everywhere. */
export const enteredRequest = () => ({
  kind: 'know',
  name: 'Ana Ortiz',
  cameBy: 'letter',
  receivedOn: new Date(Date.now() - 172_800_000).toISOString().slice(0, 10),
});
export const apiTokenFields = { name: 'Made by a scene', scopes: ['leads:read'], days: 30 };
export const webhookFields = {
  kind: 'standard',
  name: 'CRM',
  url: 'https://hooks.example.com/leads',
  events: ['lead.created'],
};
export const contactRequest = () => ({
  firstName: 'Leo',
  lastName: 'Lead',
  phone: '5550100',
  email: `leo${++made}@example.com`,
});
