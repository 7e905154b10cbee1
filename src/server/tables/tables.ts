import type { AgreementTables } from './agreements.ts';
import type { ArticleTables } from './articles.ts';
import type { BookkeepingTables } from './bookkeeping.ts';
import type { ClosingTables } from './closings.ts';
import type { DueTables } from './dues.ts';
import type { FeeTables } from './fees.ts';
import type { HandbookTables } from './handbook.ts';
import type { ImageTables } from './images.ts';
import type { JoiningTables } from './joining.ts';
import type { LeadTables } from './leads.ts';
import type { LogTables } from './logs.ts';
import type { MailTables } from './mails.ts';
import type { MemberFileTables } from './member-files.ts';
import type { OnboardingTables } from './onboarding.ts';
import type { PostTables } from './posts.ts';
import type { PrivacyTables } from './privacy.ts';
import type { ProfileTables } from './profiles.ts';
import type { SearchTables } from './search.ts';
import type { ServerTables } from './server.ts';
import type { SignInTables } from './sign-in.ts';
import type { SiteTables } from './site.ts';
import type { SubmissionTables } from './submissions.ts';
import type { UserTables } from './users.ts';
import type { WebhookTables } from './webhooks.ts';

/** Rows on both engines: timestamps are ISO-8601 strings, ids UUIDv7 strings. A test holds them to the schema. */
export interface Tables
  extends UserTables,
    SignInTables,
    ArticleTables,
    SiteTables,
    SubmissionTables,
    LeadTables,
    MailTables,
    ProfileTables,
    OnboardingTables,
    HandbookTables,
    JoiningTables,
    ImageTables,
    AgreementTables,
    FeeTables,
    MemberFileTables,
    ClosingTables,
    DueTables,
    BookkeepingTables,
    PostTables,
    LogTables,
    PrivacyTables,
    WebhookTables,
    ServerTables,
    SearchTables {}
