import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiContract, apiContract } from './shared/api.contract.ts';
import { maxLengths } from './shared/field-limits.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const forms: Record<string, Record<string, [call: keyof ApiContract, field: string]>> = {
  'api-tokens/AddToken.tsx': { apiToken: ['POST /api/api-tokens', 'name'] },
  'agreements/AgreementSettingsPage.tsx': {
    'user.name': ['PUT /api/agreements/settings', 'signers.name'],
  },
  'agreements/AgreementTextField.tsx': { 'agreement.text': ['PUT /api/agreements/text', 'text'] },
  'agreements/EndAgreement.tsx': { 'agreement.reason': ['POST /api/agreements/:id/end', 'reason'] },
  'agreements/OwnAgreementsPage.tsx': { 'user.name': ['POST /api/agreements/mine/sign', 'name'] },
  'agreements/PublishDialog.tsx': { 'agreement.note': ['POST /api/agreements/versions', 'note'] },
  'articles/TitleField.tsx': { 'article.title': ['POST /api/articles', 'title'] },
  'articles/ArticleFields.tsx': {
    'article.slug': ['PATCH /api/articles/:id', 'slug'],
    'article.snippet': ['POST /api/articles', 'snippet'],
  },
  'articles/ArticleText.tsx': { 'article.text': ['POST /api/articles', 'text'] },
  'articles/PictureWords.tsx': { 'article.coverAlt': ['POST /api/articles', 'cover_alt'] },
  'articles/MarkdownText.tsx': { 'article.text': ['POST /api/articles', 'text'] },
  'articles/CoverField.tsx': { 'article.coverAlt': ['POST /api/articles', 'cover_alt'] },
  'articles/article-rules.ts': {
    'article.title': ['POST /api/articles', 'title'],
    'article.snippet': ['POST /api/articles', 'snippet'],
    'article.text': ['POST /api/articles', 'text'],
    'article.coverAlt': ['POST /api/articles', 'cover_alt'],
  },
  'closings/ActionDialog.tsx': {
    'closing.method': ['POST /api/closings/:id/paid', 'method'],
    'closing.reason': ['POST /api/closings/:id/ask', 'text'],
    'closing.signature': ['POST /api/closings/:id/approve', 'signature'],
  },
  'closings/AskOffice.tsx': { 'closing.reason': ['POST /api/my-closings/:id/ask', 'text'] },
  'closings/ClosingFields.tsx': {
    'closing.contact': ['POST /api/my-closings', 'holderContact'],
    'closing.fileNumber': ['POST /api/my-closings', 'fileNumber'],
    'closing.license': ['POST /api/my-closings', 'referral.license'],
    'closing.name': ['POST /api/my-closings', 'holderName'],
    'closing.note': ['POST /api/my-closings', 'note'],
    'closing.property': ['POST /api/my-closings', 'property'],
  },
  'closings/ClosingSettingsPage.tsx': {
    'closing.capacity': ['PUT /api/closings/settings', 'approvers.capacity'],
    'closing.name': ['PUT /api/closings/settings', 'broker'],
  },
  'closings/DecidedLines.tsx': {
    'closing.label': ['PUT /api/closings/:id/decisions', 'lines.label'],
    'closing.reason': ['PUT /api/closings/:id/decisions', 'lines.reason'],
  },
  'closings/EmailLetter.tsx': { email: ['POST /api/closings/:id/emails', 'to'] },
  'compliance/CheckLicense.tsx': {
    'memberFile.text': ['POST /api/compliance/members/:id/check', 'remark'],
  },
  'compliance/EntryDialog.tsx': {
    'memberFile.number': ['POST /api/compliance/entries/:id/done', 'confirmation'],
    'memberFile.text': ['POST /api/compliance/entries/:id/withdraw', 'reason'],
  },
  'compliance/Leaving.tsx': {
    'memberFile.text': ['POST /api/compliance/members/:id/leaving', 'reason'],
  },
  'compliance/SeenFields.tsx': {
    'memberFile.name': ['POST /api/compliance/members/:id/check', 'seen.broker'],
  },
  'compliance/entry-forms.tsx': {
    'memberFile.text': ['POST /api/compliance/members/:id/entries', 'text'],
  },
  'education/CertificateForm.tsx': {
    'memberFile.name': ['POST /api/education/certificates', 'course'],
    'memberFile.number': ['POST /api/education/certificates', 'number'],
  },
  'factors/Passkeys.tsx': { passkey: ['PATCH /api/auth/passkeys/:id', 'name'] },
  'bookkeeping/AccountsDialog.tsx': { 'closing.contact': ['PUT /api/bookkeeping/journal/accounts', 'bank'] },
  'dues/AddDueDialog.tsx': {
    'closing.label': ['POST /api/dues', 'label'],
    'closing.reason': ['POST /api/dues', 'reason'],
  },
  'dues/DueDialog.tsx': {
    'closing.method': ['POST /api/dues/paid', 'payments.method'],
    'closing.reason': ['POST /api/dues/:id/waive', 'reason'],
  },
  'dues/DuePayments.tsx': { 'closing.method': ['POST /api/dues/paid', 'payments.method'] },
  'dues/DuesSettingsDialog.tsx': { 'closing.howToPay': ['PUT /api/dues/settings', 'howToPay'] },
  'payees/ThresholdDialog.tsx': { 'closing.reason': ['PUT /api/payees/:year/threshold', 'source'] },
  'fees/FeeForm.tsx': { 'agreement.note': ['POST /api/fees/versions', 'note'] },
  'handbook/AddPageDialog.tsx': { 'article.title': ['POST /api/handbook/pages', 'title'] },
  'handbook/ChapterDialog.tsx': { 'handbook.chapter': ['PUT /api/handbook/contents', 'chapters.title'] },
  'handbook/PageFields.tsx': { 'article.slug': ['PUT /api/handbook/pages/:id', 'slug'] },
  'handbook/PublishPageDialog.tsx': { 'handbook.note': ['PUT /api/handbook/pages/:id', 'note'] },
  'joining/ApplicationActions.tsx': {
    'application.text': ['POST /api/joining/applications/:id/question', 'text'],
  },
  'joining/LicenseCheck.tsx': {
    'application.text': ['POST /api/joining/applications/:id/license-check', 'note'],
  },
  'joining/MemberChecks.tsx': {
    'application.note': ['POST /api/joining/members/:id/checks', 'note'],
  },
  'leads/AddNote.tsx': { 'lead.note': ['POST /api/leads/:id/notes', 'text'] },
  'leads/SendAgreement.tsx': {
    'agreement.paragraph': ['PUT /api/joining/leads/:id/terms', 'terms.paragraph'],
    'user.name': ['PUT /api/joining/leads/:id/terms', 'terms.mentor'],
  },
  'mail-texts/MailTextEditor.tsx': {
    'mailText.subject': ['PUT /api/mail-texts/:kind', 'subject'],
    'mailText.text': ['PUT /api/mail-texts/:kind', 'text'],
    'mailText.button': ['PUT /api/mail-texts/:kind', 'button'],
  },
  'mail-texts/mail-text-form.ts': {
    'mailText.subject': ['PUT /api/mail-texts/:kind', 'subject'],
    'mailText.text': ['PUT /api/mail-texts/:kind', 'text'],
    'mailText.button': ['PUT /api/mail-texts/:kind', 'button'],
  },
  'moderation/RemoveDialog.tsx': {
    'moderation.reason': ['POST /api/moderation/posts/:id/remove', 'reason'],
  },
  'palette/Palette.tsx': { 'search.all': ['GET /api/search', 'q'] },
  'posts/Comments.tsx': { comment: ['POST /api/posts/comment/:id', 'text'] },
  'posts/EditPost.tsx': { post: ['PATCH /api/posts/:id', 'text'] },
  'posts/PostsPage.tsx': { post: ['POST /api/posts', 'text'] },
  'posts/ReportForm.tsx': { 'moderation.details': ['POST /api/posts/report/:id', 'details'] },
  'privacy/EnterRequest.tsx': {
    'privacy.text': ['POST /api/privacy-requests/entered', 'details'],
    'user.name': ['POST /api/privacy-requests/entered', 'name'],
  },
  'privacy/OwnRequest.tsx': { 'privacy.text': ['POST /api/privacy-requests', 'details'] },
  'privacy/PlaceHold.tsx': { 'privacy.text': ['POST /api/legal-holds', 'reason'] },
  'privacy/RequestActions.tsx': { 'privacy.text': ['PATCH /api/privacy-requests/:id', 'answer'] },
  'profiles/ProfileEditor.tsx': { 'profile.bio': ['POST /api/profile', 'bio'] },
  'profiles/history-form.ts': {
    'history.title': ['PUT /api/profile/experience', 'title'],
    'history.company': ['PUT /api/profile/experience', 'company'],
    'history.location': ['PUT /api/profile/experience', 'location'],
    'history.school': ['PUT /api/profile/education', 'school'],
    'history.degree': ['PUT /api/profile/education', 'degree'],
    'history.fieldOfStudy': ['PUT /api/profile/education', 'fieldofstudy'],
    'history.description': ['PUT /api/profile/education', 'description'],
  },
  'review/SendBackDialog.tsx': { 'submission.word': ['POST /api/submissions/:id/send-back', 'word'] },
  'site/AnnouncementFields.tsx': {
    'site.announcement': ['PUT /api/site/settings', 'announcement.text'],
  },
  'site/HeroFields.tsx': {
    'site.heading': ['PUT /api/site/settings', 'hero.heading'],
    'site.sentence': ['PUT /api/site/settings', 'hero.sentence'],
  },
  'site/QuestionFields.tsx': { 'site.answer': ['PUT /api/site/settings', 'questions.answer'] },
  'site/TeamFields.tsx': { 'site.about': ['PUT /api/site/settings', 'team.about'] },
  'testimonials/TestimonialEditor.tsx': {
    'testimonial.name': ['POST /api/testimonials', 'name'],
    'testimonial.text': ['POST /api/testimonials', 'testimonial'],
  },
  'testimonials/testimonial-form.ts': {
    'testimonial.name': ['POST /api/testimonials', 'name'],
    'testimonial.text': ['POST /api/testimonials', 'testimonial'],
  },
  'users/ResetFactors.tsx': { proof: ['DELETE /api/users/:id/factors', 'proof'] },
  'webhooks/WebhookForm.tsx': {
    'webhook.name': ['PATCH /api/webhooks/:id', 'name'],
    'webhook.key': ['PATCH /api/webhooks/:id', 'key'],
  },
  'users/user-form.ts': { 'user.name': ['POST /api/users', 'name'] },
};

/** Hooks cut a search in the URL to the limit of the call. */
const searches: Record<string, [limit: string, call: keyof ApiContract]> = {
  'articles/editor/LinkDialog.tsx': ['search.articles', 'GET /api/articles/all'],
  'leads/useLeadFilter.ts': ['search.leads', 'GET /api/leads'],
  'posts/usePostSearch.ts': ['search.posts', 'GET /api/posts'],
  'profiles/useMemberFilter.ts': ['search.profiles', 'GET /api/profile'],
};

function maxOf(call: keyof ApiContract, field: string): unknown {
  const entry = apiContract[call];
  const input = 'body' in entry ? entry.body : 'query' in entry ? entry.query : undefined;
  if (!input) throw new Error(`${call} has no input`);
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', metadata: z.registry() });
  const found = field.split('.').reduce(partOf, schema);
  return [found, ...choicesOf(found)].find((part) => typeof part === 'object' && part.maxLength)?.maxLength;
}

/** A field of an object, of the items of a list, of one of several kinds, or of what may be null. */
function partOf(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  const found = schema?.properties?.[name];
  if (typeof found === 'object') return found;
  for (const part of [...choicesOf(schema), schema?.items]) {
    const inside = typeof part === 'object' && !Array.isArray(part) ? partOf(part, name) : undefined;
    if (inside) return inside;
  }
  return undefined;
}

const choicesOf = (schema: JsonSchema | undefined) => [...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])];

const flat: Record<string, number> = Object.fromEntries(
  Object.entries(maxLengths).flatMap(([name, value]): [string, number][] =>
    typeof value === 'number'
      ? [[name, value]]
      : Object.entries(value).map(([part, max]) => [`${name}.${part}`, max]),
  ),
);

/** Expressions used as a limit in a source: by a counter, an input or a field rule. */
function limitsIn(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  const found: string[] = [];
  const add = ({ start, end }: { start: number; end: number }) => found.push(code.slice(start, end));
  const call = ({ callee, arguments: [, limit] }: ESTree.CallExpression) => {
    if (callee.type === 'Identifier' && /^(required|optional)(Text|Name|Line)$/.test(callee.name) && limit)
      add(limit);
  };
  const attribute = ({ name, value }: ESTree.JSXAttribute) => {
    if (name.type !== 'JSXIdentifier' || !/^(limit|minLength|maxLength)$/.test(name.name) || !value) return;
    add(value.type === 'JSXExpressionContainer' ? value.expression : value);
  };
  new Visitor({ CallExpression: call, JSXAttribute: attribute }).visit(program);
  return found.filter((limit) => limit !== 'limit' && limit !== 'max');
}

const sources = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => !file.includes('.test.'))
    .sort();

describe('a limit stands in one place', () => {
  test('forms have the limits of the contract, and no others', () => {
    const found: Record<string, string[]> = {};
    for (const file of sources('src/web/office/**/*.{ts,tsx}')) {
      const limits = limitsIn(file, read(file)).filter((limit) => limit !== 'passwordLength.min');
      if (limits.length > 0) found[file.slice('src/web/office/'.length)] = [...new Set(limits)].sort();
    }
    const expected = Object.entries(forms).map(([file, fields]) => [
      file,
      Object.keys(fields)
        .map((path) => `maxLengths.${path}`)
        .sort(),
    ]);
    expect(found).toEqual(Object.fromEntries(expected));
    for (const [path, field] of Object.values(forms).flatMap((fields) => Object.entries(fields))) {
      expect([path, maxOf(...field)]).toEqual([path, flat[path]]);
    }
  });

  test('hooks cut searches to the limits of the contract', () => {
    for (const [file, [path, call]] of Object.entries(searches)) {
      const cuts = read(`src/web/office/${file}`).match(/\.slice\(0, .*?\)/g);
      expect([file, cuts]).toEqual([file, [`.slice(0, maxLengths.${path})`]]);
      expect([path, maxOf(call, 'search')]).toEqual([path, flat[path]]);
    }
  });

  test('neither contracts nor the forms of the site have a figure of their own', () => {
    for (const file of [...sources('src/shared/**/*.contract.ts'), ...sources('src/web/site/**/*.tsx')]) {
      for (const limit of limitsIn(file, read(file))) {
        expect([file, limit]).toEqual([
          file,
          expect.stringMatching(/^(maxLengths\.[\w.]+|passwordLength\.min|declaredMinLength)$/),
        ]);
      }
    }
  });

  test('a figure would be found', () => {
    const code = "const a = <Count limit={5000} />; const b = requiredText('B', 100);";
    expect(limitsIn('a.tsx', code)).toEqual(['5000', '100']);
  });
});
