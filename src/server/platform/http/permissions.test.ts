import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodRequests } from '../../../../test/good-requests.ts';
import { upload } from '../../../../test/images.ts';
import { type Person, person, Scene } from '../../../../test/scene.ts';
import { giveTotp } from '../../../../test/second-factor.ts';
import { type Answer, secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { type ApiContract, apiContract } from '../../../shared/api.contract.ts';
import type { Call } from '../../../shared/contract.ts';
import { minute } from '../../../shared/time.ts';
import { uploads } from '../../features/docs/special-calls.ts';
import { fromNow, newId, now } from '../db/ids.ts';

/**
 * The status of every call by role (docs/product.md P3.2), for a good request on a real object:
 *
 *   visitor    no token
 *   member     a signed-in user who does not own the object
 *   owner      owns it; has created what belongs to no one (articles, testimonials)
 *   admin      an admin who does not own it
 *   suspended  a suspended admin with a token from before
 *   stale      who may make the call, with a session that was opened or confirmed 15 minutes ago; 'asks' is 400 with
 *              the ways to confirm (docs/security.md S2.8)
 *
 * 401 without sign-in, 403 without permission, 404 for private objects of others.
 */
const specification = `
                                                    visitor  member  owner  admin  suspended  stale

POST   /api/auth                                        200     200    200    200        400    200
POST   /api/auth/second-factor                          200     200    200    200        200    200
POST   /api/auth/passkey/options                        200     200    200    200        200    200
POST   /api/auth/passkey                                200     200    200    200        200    200
POST   /api/auth/confirm                                401     200    200    200        401    200
GET    /api/auth                                        401     200    200    200        401    200
DELETE /api/auth                                        401     200    200    200        401    200
POST   /api/auth/change-password                        401     200    200    200        401   asks
POST   /api/auth/reset-password                         200     200    200    200        200    200
POST   /api/auth/password-link                          200     200    200    200        200    200
POST   /api/auth/set-password                           200     200    200    200        200    200
POST   /api/auth/setup                                  400     400    400    400        400    400
GET    /api/auth/factors                                401     200    200    200        401    200
POST   /api/auth/totp                                   401     200    200    200        401   asks
PUT    /api/auth/totp                                   401     200    200    200        401   asks
DELETE /api/auth/totp                                   401     200    200    200        401   asks
GET    /api/auth/passkeys                               401     200    200    200        401    200
POST   /api/auth/passkeys/options                       401     200    200    200        401   asks
POST   /api/auth/passkeys                               401     200    200    200        401   asks
PATCH  /api/auth/passkeys/:id                           401     404    200    404        401    200
DELETE /api/auth/passkeys/:id                           401     404    200    404        401   asks
POST   /api/auth/recovery-codes                         401     200    200    200        401   asks
GET    /api/auth/sessions                               401     200    200    200        401    200
DELETE /api/auth/sessions                               401     200    200    200        401    200
DELETE /api/auth/sessions/:id                           401     404    200    404        401    200
GET    /api/auth/devices                                401     200    200    200        401    200
GET    /api/auth/security-log                           401     200    200    200        401    200
DELETE /api/auth/devices/:id                            401     404    200    404        401    200

GET    /api/articles                                    200     200    200    200        200    200
GET    /api/articles/:id                                200     200    200    200        200    200
GET    /api/articles/slug/:slug                         200     200    200    200        200    200
GET    /api/articles/all                                401     200    200    200        401    200
GET    /api/articles/all/:id                            401     200    200    200        401    200
POST   /api/articles                                    401     200    200    200        401    200
POST   /api/articles/preview                            401     200    200    200        401    200
POST   /api/articles/image                              401     200    200    200        401    200
PATCH  /api/articles/:id                                401     200    200    200        401    200
DELETE /api/articles/:id                                401     200    200    200        401    200
POST   /api/articles/page-preview                       401     200    200    200        401    200
GET    /api/articles/working-copy/:id                   401     200    200    200        401    200
PUT    /api/articles/working-copy/:id                   401     200    200    200        401    200
DELETE /api/articles/working-copy/:id                   401     200    200    200        401    200
GET    /api/articles/versions/:id                       401     200    200    200        401    200
GET    /api/articles/versions/:id/:version              401     200    200    200        401    200
POST   /api/articles/versions/:id/:version/restore      401     200    200    200        401    200

GET    /api/testimonials                                200     200    200    200        200    200
GET    /api/testimonials/:id                            200     200    200    200        200    200
POST   /api/testimonials                                401     200    200    200        401    200
PATCH  /api/testimonials/:id                            401     200    200    200        401    200
PUT    /api/testimonials/order                          401     200    200    200        401    200
DELETE /api/testimonials/:id                            401     200    200    200        401    200
POST   /api/testimonials/image                          401     200    200    200        401    200

POST   /api/contact                                     200     200    200    200        200    200
POST   /api/join                                        200     200    200    200        200    200
POST   /api/join/answers                                200     200    200    200        200    200
POST   /api/join/agreement                              200     200    200    200        200    200
POST   /api/join/copy                                   200     200    200    200        200    200
POST   /api/join/code                                   200     200    200    200        200    200
POST   /api/join/sign                                   200     200    200    200        200    200
POST   /api/join/reply                                  200     200    200    200        200    200
POST   /api/join/decline                                200     200    200    200        200    200
GET    /api/leads                                       401     403    403    200        401    200
GET    /api/leads/new-count                             401     403    403    200        401    200
GET    /api/leads/overflow                              401     403    403    200        401    200
GET    /api/leads/export                                401     403    403    200        401   asks
GET    /api/leads/:id                                   401     403    403    200        401    200
PATCH  /api/leads/:id                                   401     403    403    200        401    200
DELETE /api/leads/:id                                   401     403    403    200        401   asks
GET    /api/leads/:id/notes                             401     403    403    200        401    200
POST   /api/leads/:id/notes                             401     403    403    200        401    200
GET    /api/referrals                                   401     200    200    200        401    200
GET    /api/leads/stages                                401     403    403    200        401    200
GET    /api/leads/today                                 401     403    403    200        401    200
GET    /api/leads/owners                                401     403    403    200        401    200
POST   /api/leads/bulk                                  401     403    403    200        401    200
POST   /api/leads/bulk/:id/undo                         401     403    403    200        401    200
POST   /api/leads/:id/contacts                          401     403    403    200        401    200
GET    /api/leads/:id/events                            401     403    403    200        401    200
GET    /api/leads/:id/requests                          401     403    403    200        401    200
GET    /api/leads/:id/same-phone                        401     403    403    200        401    200
POST   /api/leads/:id/merge                             401     403    403    200        401   asks
POST   /api/leads/:id/separate                          401     403    403    200        401   asks
POST   /api/leads/:id/review                            401     403    403    200        401   asks
GET    /api/site/settings                               401     403    403    200        401    200
PUT    /api/site/settings                               401     403    403    200        401   asks
POST   /api/site/settings/preview                       401     403    403    200        401    200
GET    /api/site/settings/versions                      401     403    403    200        401    200
GET    /api/site/settings/versions/:number              401     403    403    200        401    200
POST   /api/site/settings/versions/:number/restore      401     403    403    200        401   asks
POST   /api/site/team/image                             401     403    403    200        401    200
POST   /api/site/logo/image                             401     403    403    200        401    200
GET    /api/leads/settings                              401     403    403    200        401    200
PUT    /api/leads/settings                              401     403    403    200        401   asks
GET    /api/leads/templates                             401     403    403    200        401    200
POST   /api/leads/templates                             401     403    403    200        401   asks
PUT    /api/leads/templates/:id                         401     403    403    200        401   asks
DELETE /api/leads/templates/:id                         401     403    403    200        401   asks
GET    /api/leads/views                                 401     403    403    200        401    200
POST   /api/leads/views                                 401     403    403    200        401    200
DELETE /api/leads/views/:id                             401     403    403    200        401    200
GET    /api/leads/digest                                401     403    403    200        401    200
PUT    /api/leads/digest                                401     403    403    200        401    200

GET    /api/posts                                       401     200    200    200        401    200
GET    /api/posts/events                                401     200    200    200        401    200
GET    /api/posts/:id                                   401     200    200    200        401    200
POST   /api/posts                                       401     200    200    200        401    200
PATCH  /api/posts/:id                                   401     403    200    403        401    200
DELETE /api/posts/:id                                   401     403    200    200        401    200
PUT    /api/posts/pin/:id                               401     403    403    200        401    200
DELETE /api/posts/pin/:id                               401     403    403    200        401    200
PUT    /api/posts/like/:id                              401     200    200    200        401    200
PUT    /api/posts/unlike/:id                            401     200    200    200        401    200
GET    /api/posts/:id/likes                             401     200    200    200        401    200
GET    /api/posts/:id/comments                          401     200    200    200        401    200
POST   /api/posts/comment/:id                           401     200    200    200        401    200
DELETE /api/posts/comment/:postId/:commentId            401     403    200    200        401    200

GET    /api/notifications                               401     200    200    200        401    200
GET    /api/notifications/unread-count                  401     200    200    200        401    200
PUT    /api/notifications/read                          401     200    200    200        401    200
GET    /api/mentions                                    401     200    200    200        401    200

POST   /api/posts/report/:id                            401     200    400    200        401    400
POST   /api/posts/comment/:postId/:commentId/report     401     200    400    200        401    400
GET    /api/moderation                                  401     403    403    200        401    200
GET    /api/moderation/count                            401     403    403    200        401    200
POST   /api/moderation/posts/:id/keep                   401     403    403    200        401    200
POST   /api/moderation/posts/:id/remove                 401     403    403    200        401    200
POST   /api/moderation/comments/:id/keep                401     403    403    200        401    200
POST   /api/moderation/comments/:id/remove              401     403    403    200        401    200

GET    /api/profile                                     401     200    200    200        401    200
GET    /api/profile/me                                  401     200    200    200        401    200
GET    /api/profile/user/:id                            401     200    200    200        401    200
GET    /api/profile/github/:username                    401     200    200    200        401    200
POST   /api/profile                                     401     200    200    200        401    200
POST   /api/profile/image                               401     200    200    200        401    200
PUT    /api/profile/experience                          401     200    200    200        401    200
DELETE /api/profile/experience/:id                      401     404    200    404        401    200
PUT    /api/profile/education                           401     200    200    200        401    200
DELETE /api/profile/education/:id                       401     404    200    404        401    200
DELETE /api/profile                                     401     200    200    200        401   asks

GET    /api/search                                      401     200    200    200        401    200

GET    /api/users                                       401     403    403    200        401    200
GET    /api/users/export                                401     403    403    200        401   asks
POST   /api/users/bulk/preview                          401     403    403    200        401    200
POST   /api/users/bulk                                  401     403    403    200        401   asks
GET    /api/users/bulk                                  401     403    403    200        401    200
GET    /api/users/bulk/:id                              401     403    403    200        401    200
POST   /api/users/bulk/:id/stop                         401     403    403    200        401    200
GET    /api/users/bulk/:id/failed                       401     403    403    200        401   asks
GET    /api/users/storage                               401     403    403    200        401    200
GET    /api/users/:id                                   401     403    403    200        401    200
POST   /api/users                                       401     403    403    200        401   asks
PUT    /api/users/:id                                   401     403    403    200        401   asks
DELETE /api/users/:id                                   401     403    403    200        401   asks
DELETE /api/users/:id/factors                           401     403    403    200        401   asks
DELETE /api/users/:id/sessions                          401     403    403    200        401   asks
DELETE /api/users/sessions                               401     403    403    200        401   asks
POST   /api/users/:id/suspend                           401     403    403    200        401   asks
POST   /api/users/:id/reactivate                        401     403    403    200        401   asks
POST   /api/users/:id/invitation                        401     403    403    200        401   asks
DELETE /api/users/:id/invitation                        401     403    403    200        401   asks
GET    /api/licenses                                    401     403    403    200        401    200
GET    /api/licenses/me                                 401     200    200    200        401    200
PUT    /api/licenses/me                                 401     200    200    200        401    200
PUT    /api/licenses/:id                                401     403    403    200        401    200
GET    /api/onboarding                                  401     403    403    200        401    200
GET    /api/onboarding/me                               401     200    200    200        401    200
GET    /api/onboarding/members/:id                      401     403    403    200        401    200
PUT    /api/onboarding/steps/:id                        401     404    200    200        401    200
GET    /api/onboarding/templates/:plan                  401     403    403    200        401    200
PUT    /api/onboarding/templates/:plan                  401     403    403    200        401   asks
GET    /api/handbook                                    401     200    200    200        401    200
GET    /api/handbook/open                               401     200    200    200        401    200
GET    /api/handbook/search                             401     200    200    200        401    200
GET    /api/handbook/slug/:slug                         401     200    200    200        401    200
POST   /api/handbook/pages/:id/acknowledge              401     200    200    200        401    200
GET    /api/handbook/all                                401     200    200    200        401    200
GET    /api/handbook/all/:id                            401     200    200    200        401    200
GET    /api/handbook/members                            401     200    200    200        401    200
POST   /api/handbook/pages                              401     200    200    200        401    200
PUT    /api/handbook/pages/:id                          401     200    200    200        401    200
DELETE /api/handbook/pages/:id                          401     200    200    200        401    200
POST   /api/handbook/pages/:id/files                    401     200    200    200        401    200
GET    /api/handbook/files/:id                          401     200    200    200        401    200
DELETE /api/handbook/files/:id                          401     200    200    200        401    200
PUT    /api/handbook/contents                           401     200    200    200        401    200
GET    /api/handbook/acknowledgements                   401     403    403    200        401    200
GET    /api/handbook/acknowledgements/csv               401     403    403    200        401   asks
GET    /api/handbook/acknowledgements/:id               401     403    403    200        401    200
GET    /api/handbook/overdue                            401     403    403    200        401    200
GET    /api/agreements/text                             401     403    403    200        401    200
PUT    /api/agreements/text                             401     403    403    200        401    200
POST   /api/agreements/text/preview                     401     403    403    200        401    200
GET    /api/agreements/versions                         401     403    403    200        401    200
POST   /api/agreements/versions                         401     403    403    200        401    asks
GET    /api/agreements/versions/:id/text                401     403    403    200        401    200
GET    /api/agreements/settings                         401     403    403    200        401    200
PUT    /api/agreements/settings                         401     403    403    200        401    asks
GET    /api/agreements                                  401     403    403    200        401    200
GET    /api/agreements/mine                             401     200    200    200        401    200
POST   /api/agreements/mine/review                      401     200    200    200        401    200
GET    /api/agreements/mine/review/pdf                  401     200    200    200        401    200
POST   /api/agreements/mine/sign                        401     200    200    200        401    asks
GET    /api/agreements/mine/:id/pdf                     401     404    200    404        401    200
GET    /api/agreements/asks                             401     403    403    200        401    200
POST   /api/agreements/asks                             401     403    403    200        401    asks
POST   /api/agreements/verify                           401     403    403    200        401    200
GET    /api/agreements/:id                              401     403    403    200        401    200
GET    /api/agreements/:id/pdf                          401     403    403    200        401    200
POST   /api/agreements/:id/countersign                  401     403    403    200        401    asks
POST   /api/agreements/:id/end                          401     403    403    200        401    asks
GET    /api/joining/checks                              401     200    200    200        401    200
GET    /api/joining/members/:id/checks                  401     403    403    200        401    200
POST   /api/joining/members/:id/checks                  401     403    403    200        401    200
GET    /api/joining/leads/:id                           401     403    403    200        401    200
PUT    /api/joining/leads/:id/terms                     401     403    403    200        401    asks
POST   /api/joining/leads/:id/invitation                401     403    403    200        401    200
DELETE /api/joining/leads/:id/invitation                401     403    403    200        401    200
GET    /api/joining/applications                        401     403    403    200        401    200
GET    /api/joining/applications/new-count              401     403    403    200        401    200
GET    /api/joining/applications/:id                    401     403    403    200        401    200
POST   /api/joining/applications/:id/license-check      401     403    403    200        401    200
POST   /api/joining/applications/:id/question           401     403    403    200        401   asks
POST   /api/joining/applications/:id/approve            401     403    403    200        401    200
POST   /api/joining/applications/:id/decline            401     403    403    200        401    asks
POST   /api/joining/applications/:id/countersign        401     403    403    200        401    asks
GET    /api/compliance                                  401     403    403    200        401    200
GET    /api/compliance/csv                              401     403    403    200        401   asks
GET    /api/compliance/stopped                          401     403    403    200        401    200
GET    /api/compliance/settings                         401     403    403    200        401    200
PUT    /api/compliance/settings                         401     403    403    200        401    200
GET    /api/compliance/checks                           401     403    403    200        401    200
GET    /api/compliance/brokerage                        401     403    403    200        401    200
POST   /api/compliance/brokerage                        401     403    403    200        401    200
GET    /api/compliance/members/:id                      401     403    403    200        401    200
GET    /api/compliance/members/:id/folder               401     403    403    200        401   asks
POST   /api/compliance/members/:id/entries              401     403    403    200        401    200
POST   /api/compliance/members/:id/check                401     403    403    200        401    200
POST   /api/compliance/entries/:id/done                 401     403    403    200        401    200
POST   /api/compliance/entries/:id/decide               401     403    403    200        401    200
POST   /api/compliance/entries/:id/withdraw             401     403    403    200        401    200
POST   /api/compliance/entries/:id/file                 401     403    403    200        401    200
GET    /api/compliance/files/:id                        401     403    403    200        401    200
GET    /api/education                                   401     200    200    200        401    200
POST   /api/education/certificates                      401     200    200    200        401    200
POST   /api/education/certificates/:id/file             401     404    200    404        401    200
DELETE /api/education/certificates/:id                  401     404    200    404        401    200
POST   /api/education/renewal                           401     200    200    200        401    200
GET    /api/education/files/:id                         401     404    200    404        401    200
GET    /api/privacy-requests                            401     403    403    200        401    200
POST   /api/privacy-requests                            401     200    200    200        401   asks
POST   /api/privacy-requests/entered                    401     403    403    200        401   asks
GET    /api/privacy-requests/:id                        401     403    403    200        401    200
PATCH  /api/privacy-requests/:id                        401     403    403    200        401   asks
GET    /api/exports                                     401     200    200    200        401    200
POST   /api/exports                                     401     200    200    200        401   asks
POST   /api/exports/person                              401     403    403    200        401   asks
GET    /api/exports/:id/file                            401     404    200    404        401   asks
POST   /api/personal-data/preview                       401     403    403    200        401    200
POST   /api/personal-data/erasure                       401     403    403    200        401   asks
GET    /api/legal-holds                                 401     403    403    200        401    200
POST   /api/legal-holds                                 401     403    403    200        401   asks
DELETE /api/legal-holds/:id                             401     403    403    200        401   asks
GET    /api/webhooks                                    401     403    403    200        401   asks
POST   /api/webhooks                                    401     403    403    200        401   asks
GET    /api/webhooks/:id                                401     403    403    200        401   asks
PATCH  /api/webhooks/:id                                401     403    403    200        401   asks
DELETE /api/webhooks/:id                                401     403    403    200        401   asks
POST   /api/webhooks/:id/secret                         401     403    403    200        401   asks
POST   /api/webhooks/:id/test                           401     403    403    200        401    200
GET    /api/webhooks/:id/deliveries                     401     403    403    200        401    200
POST   /api/webhooks/:id/deliveries/:delivery/replay    401     403    403    200        401    200
GET    /api/api-tokens                                  401     403    403    200        401    200
POST   /api/api-tokens                                  401     403    403    200        401   asks
DELETE /api/api-tokens/:id                              401     403    403    200        401   asks
GET    /api/audit                                       401     403    403    200        401    200
GET    /api/security-log                                401     403    403    200        401    200
GET    /api/audit/actors                                401     403    403    200        401    200
GET    /api/insights                                    401     403    403    200        401    200
POST   /api/visits/:event                               200     200    200    200        200    200
GET    /api/outbox                                      401     403    403    200        401    200
GET    /api/outbox/summary                              401     403    403    200        401    200
GET    /api/outbox/:id                                  401     403    403    200        401    200
GET    /api/outbox/:id/invitation                       401     403    403    200        401   asks
POST   /api/outbox/:id/retry                            401     403    403    200        401    200
GET    /api/mail-texts                                  401     403    403    200        401    200
GET    /api/mail-texts/:kind                            401     403    403    200        401    200
PUT    /api/mail-texts/:kind                            401     403    403    200        401   asks
DELETE /api/mail-texts/:kind                            401     403    403    200        401   asks
POST   /api/mail-texts/:kind/preview                    401     403    403    200        401    200
POST   /api/mail-texts/:kind/test                       401     403    403    200        401    200
GET    /api/sample                                      401     403    403    200        401    200
DELETE /api/sample                                      401     403    403    200        401   asks
GET    /api/system                                      401     403    403    200        401    200
GET    /api/system/backup                               401     403    403    200        401    200
GET    /api/my-closings                                 401     200    200    200        401    200
GET    /api/my-closings/start                           401     200    200    200        401    200
GET    /api/my-closings/draft                           401     200    200    200        401    200
PUT    /api/my-closings/draft                           401     200    200    200        401    200
GET    /api/my-closings/co-agents                       401     200    200    200        401    200
GET    /api/my-closing-years/:year                      401     200    200    200        401    200
GET    /api/my-closing-years/:year/csv                  401     200    200    200        401    200
POST   /api/my-closings                                 401     200    200    200        401    200
GET    /api/my-closings/:id                             401     404    200    404        401    200
GET    /api/my-closings/:id/copy                        401     404    200    404        401    200
PUT    /api/my-closings/:id                             401     404    200    404        401    200
GET    /api/my-closings/:id/statement                   401     404    200    404        401    200
GET    /api/my-closings/:id/letters/:number             401     404    200    404        401    200
GET    /api/closings                                    401     403    403    200        401    200
GET    /api/closings/new-count                          401     403    403    200        401    200
GET    /api/closings/work                               401     403    403    200        401    200
GET    /api/closings/insights                           401     403    403    200        401    200
GET    /api/closings/idle                               401     403    403    200        401    200
GET    /api/closings/settings                           401     403    403    200        401    200
PUT    /api/closings/settings                           401     403    403    200        401   asks
POST   /api/closings/import                             401     403    403    200        401   asks
GET    /api/closings/:id                                401     403    403    200        401    200
PUT    /api/closings/:id                                401     403    403    200        401    200
PUT    /api/closings/:id/decisions                      401     403    403    200        401    200
POST   /api/closings/:id/ask                            401     403    403    200        401    200
POST   /api/closings/:id/approve                        401     403    403    200        401   asks
POST   /api/closings/:id/withdraw                       401     403    403    200        401   asks
GET    /api/closings/:id/letters/:number                401     403    403    200        401    200
POST   /api/closings/:id/steps                          401     403    403    200        401    200
PUT    /api/closings/:id/package                        401     403    403    200        401    200
POST   /api/closings/:id/paid                           401     403    403    200        401   asks
POST   /api/closings/:id/corrections                    401     403    403    200        401   asks
POST   /api/closings/:id/fell-through                   401     403    403    200        401    200
POST   /api/closings/:id/archive                        401     403    403    200        401    200
POST   /api/closings/:id/link                           401     403    403    200        401    200
DELETE /api/closings/:id/link                           401     403    403    200        401    200
`;

const roles = ['visitor', 'member', 'owner', 'admin', 'suspended'] as const;
type Role = (typeof roles)[number];
type Statuses = Record<Role, number>;
type Specified = Statuses & { stale: number | 'asks' };

const cast: Record<Role, (server: TestServer, owner: Person) => Promise<Person | undefined>> = {
  visitor: async () => undefined,
  member: (server) => person(server),
  owner: async (_server, owner) => owner,
  admin: (server) => person(server, { admin: true }),
  suspended: (server) => person(server, { admin: true, suspended_at: now() }),
};

/** Sends a good request of a role by the session of a token, to this server or another on its database. */
type Send = (token: string | undefined, to?: TestServer) => Promise<Answer>;

/** A good request on a real object for a role, ready to be sent. */
async function prepare(
  server: TestServer,
  key: keyof ApiContract,
  role: Role,
): Promise<{ caller: Person | undefined; send: Send }> {
  const owner = await person(server);
  const scene = new Scene(server, owner, await cast[role](server, owner));
  const request = await goodRequests[key](scene);
  const params = new Map(Object.entries(request.params ?? {}));
  const path = key.replace(/:(\w+)/g, (_, name: string) => String(params.get(name))) + (request.query ?? '');
  const send: Send = (token, to = server) =>
    request.upload
      ? upload(to, token, request.upload, { path: path.replace(/^\w+ /, ''), field: uploads.get(key) })
      : to.call(path, { token, body: request.body });
  return { caller: scene.caller, send };
}

function messageOf(status: number, role: Role): string | undefined {
  if (status === 403) return 'User not authorized';
  if (status !== 401) return undefined;
  return role === 'visitor' ? 'No token, authorization denied' : 'Token is not valid';
}

/** Of the roles one that may make the call. */
const mayMake = (key: keyof ApiContract): Role =>
  /admin|closings/.test(callOf(key).access) ? 'admin' : 'owner';

async function expectStatuses(
  server: TestServer,
  key: keyof ApiContract,
  expected: Specified,
): Promise<void> {
  const seen: Partial<Record<keyof Specified, number | 'asks'>> = {};
  const note = (role: Role, { status, body }: Answer) => {
    seen[role] = status;
    const message = messageOf(status, role);
    if (message) expect(body.msg).toBe(message);
  };
  const isRefused = (role: Role) => expected[role] === 401 || expected[role] === 403;
  const who = mayMake(key);
  // Who is refused sends the request of who may make it, which is then still to be made.
  const { caller, send } = await prepare(server, key, who);
  for (const role of roles)
    if (isRefused(role)) note(role, await send((await cast[role](server, await person(server)))?.token));
  await setSessionBack(server, caller, 15 * minute);
  const stale = await send(caller?.token);
  seen.stale = asksForConfirmation(key, stale) ? 'asks' : stale.status;
  await setSessionBack(server, caller, 0);
  if (!isRefused(who)) note(who, seen.stale === 'asks' ? await send(caller?.token) : stale);
  for (const role of roles) {
    if (seen[role]) continue;
    const own = await prepare(server, key, role);
    note(role, await own.send(own.caller?.token));
  }
  expect(seen).toEqual(expected);
}

async function setSessionBack(server: TestServer, caller: Person | undefined, by: number): Promise<void> {
  if (!caller) return;
  await server.db
    .updateTable('sessions')
    .set({ created_at: fromNow(-by) })
    .where('user_id', '=', caller.id)
    .execute();
}

function asksForConfirmation(key: keyof ApiContract, { status, body }: Answer): boolean {
  if (status !== 400 || !('confirm' in body)) return false;
  const msg =
    key === 'POST /api/auth/change-password'
      ? 'Please sign in again to change your password'
      : 'Please confirm that it is you';
  expect(body).toEqual({ errors: [{ msg }], msg, confirm: { methods: expect.any(Array) } });
  return true;
}

function readSpecification(): Map<string, Specified> {
  const [head, ...lines] = specification.split('\n').filter((line) => line.trim() !== '');
  expect(head?.trim().split(/\s+/)).toEqual([...roles, 'stale']);
  return new Map(
    lines.map((line) => {
      const [method, path, ...columns] = line.split(/\s+/);
      const [visitor, member, owner, admin, suspended, fresh] = columns.map(Number);
      const stale = columns[5] === 'asks' ? 'asks' : fresh;
      if (!visitor || !member || !owner || !admin || !suspended || !stale)
        throw new Error(`Not a row: ${line}`);
      return [`${method} ${path}`, { visitor, member, owner, admin, suspended, stale }];
    }),
  );
}

const callOf = (key: keyof ApiContract): Call => apiContract[key];
const isCall = (key: string): key is keyof ApiContract => key in apiContract;
const specified = readSpecification();
const calls = Object.keys(apiContract).filter(isCall);

describe('the specification of permissions', () => {
  it('has a row for every call, and a way to make it', () => {
    const missing = calls.filter((key) => !specified.has(key) || !(key in goodRequests));
    expect(missing, 'Calls without a row above, or without a request in test/good-requests.ts').toEqual([]);
  });

  it('has no row for a call that does not exist', () => {
    expect([...specified.keys()].filter((key) => !isCall(key))).toEqual([]);
  });
});

const github = createServer((_request, response) => response.end('[]'));
let githubUrl: string;

beforeAll(async () => {
  await once(github.listen(0, '127.0.0.1'), 'listening');
  const address = github.address();
  githubUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => github.close());

describe('permissions', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ GITHUB_API_URL: githubUrl });
  });
  afterAll(() => server.stop());

  it.each([...specified])('%s', async (key, expected) => {
    if (isCall(key)) await expectStatuses(server, key, expected);
  });
});

/** The calls that are open to those who must have a second factor and have none (docs/security.md S1.14). */
const enrollment = `
POST   /api/auth/confirm
GET    /api/auth
DELETE /api/auth
GET    /api/auth/factors
POST   /api/auth/totp
PUT    /api/auth/totp
GET    /api/auth/passkeys
POST   /api/auth/passkeys/options
POST   /api/auth/passkeys
`;

const keysIn = (list: string) =>
  list
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(/\s+/).join(' '));

/** Who can do one of them and take it back unasked could do it as often as they like. */
const actsAndUndos: [keyof ApiContract, keyof ApiContract][] = [
  ['POST /api/users', 'DELETE /api/users/:id'],
  ['POST /api/users/:id/suspend', 'POST /api/users/:id/reactivate'],
  ['POST /api/users/:id/invitation', 'DELETE /api/users/:id/invitation'],
  ['PUT /api/mail-texts/:kind', 'DELETE /api/mail-texts/:kind'],
  ['PUT /api/site/settings', 'POST /api/site/settings/versions/:number/restore'],
  ['POST /api/leads/templates', 'DELETE /api/leads/templates/:id'],
  ['POST /api/leads/views', 'DELETE /api/leads/views/:id'],
  ['POST /api/leads/bulk', 'POST /api/leads/bulk/:id/undo'],
  ['POST /api/leads/:id/merge', 'POST /api/leads/:id/separate'],
  ['PUT /api/posts/pin/:id', 'DELETE /api/posts/pin/:id'],
  ['PATCH /api/articles/:id', 'POST /api/articles/versions/:id/:version/restore'],
  ['POST /api/legal-holds', 'DELETE /api/legal-holds/:id'],
  ['POST /api/privacy-requests/entered', 'PATCH /api/privacy-requests/:id'],
  ['POST /api/webhooks', 'DELETE /api/webhooks/:id'],
  ['POST /api/api-tokens', 'DELETE /api/api-tokens/:id'],
  ['POST /api/auth/passkeys', 'DELETE /api/auth/passkeys/:id'],
  ['PUT /api/auth/totp', 'DELETE /api/auth/totp'],
  ['POST /api/closings/:id/approve', 'POST /api/closings/:id/withdraw'],
  ['POST /api/closings/:id/link', 'DELETE /api/closings/:id/link'],
  ['POST /api/joining/leads/:id/invitation', 'DELETE /api/joining/leads/:id/invitation'],
  ['POST /api/agreements/:id/countersign', 'POST /api/agreements/:id/end'],
];

describe('an act and its undo both ask for a confirmation, or neither does', () => {
  it.each(actsAndUndos)('%s, %s', (act, undo) => {
    const asks = (key: keyof ApiContract) => specified.get(key)?.stale === 'asks';
    expect(asks(undo)).toBe(asks(act));
  });
});

async function withoutFactor(server: TestServer, caller: Person | undefined): Promise<void> {
  if (!caller) return;
  await server.db.updateTable('users').set({ second_factor: false }).where('id', '=', caller.id).execute();
}

describe('permissions with SECOND_FACTOR=everyone of a user without one', () => {
  let server: TestServer;
  let strict: TestServer;
  beforeAll(async () => {
    server = await testServer({ GITHUB_API_URL: githubUrl });
    strict = await secondServer(server, { secondFactor: 'everyone' });
  });
  afterAll(async () => {
    await strict.stop();
    await server.stop();
  });

  const isOpen = (key: keyof ApiContract) =>
    callOf(key).access === 'visitor' || keysIn(enrollment).includes(key);

  it.each(calls.filter(isOpen))('%s', async (key) => {
    const { caller, send } = await prepare(server, key, 'member');
    await withoutFactor(server, caller);
    expect((await send(caller?.token, strict)).status).toBe(specified.get(key)?.member);
  });

  it.each(calls.filter((key) => !isOpen(key)))('%s', async (key) => {
    const caller = await person(server);
    await withoutFactor(server, caller);
    // Who is refused is asked for nothing else: no body, and an object that is not there.
    const { status, body } = await strict.call(key.replaceAll(/:\w+/g, newId()), { token: caller.token });
    expect(status).toBe(403);
    if (callOf(key).access === 'member') expect(body.msg).toBe('Please set up two-step verification first');
  });

  it('are those of everybody once there is one', async () => {
    const { id, token } = await person(server);
    expect((await strict.call('GET /api/posts', { token })).status).toBe(403);
    await giveTotp(server, id);
    expect((await strict.call('GET /api/posts', { token })).status).toBe(200);
  });
});

describe('permissions with SECOND_FACTOR=admins', () => {
  it('ask admins only', async () => {
    const server = await testServer({ SECOND_FACTOR: 'admins' });
    const tokens = [(await person(server)).token, (await person(server, { admin: true })).token];
    const statuses = tokens.map(async (token) => (await server.call('GET /api/posts', { token })).status);
    expect(await Promise.all(statuses)).toEqual([200, 403]);
    await server.stop();
  });
});

describe('permissions with CONTENT_EDITORS=admins', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ CONTENT_EDITORS: 'admins' });
  });
  afterAll(() => server.stop());

  const forEditors = calls.filter((key) => {
    return callOf(key).access === 'publisher';
  });

  it.each(forEditors)('%s', async (key) => {
    const expected = specified.get(key);
    if (expected) await expectStatuses(server, key, { ...expected, member: 403, owner: 403, stale: 403 });
  });
});
