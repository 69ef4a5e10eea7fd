import { z } from 'zod'
import { UtcTime } from './ids.ts'
import { DATA_NOT_FOUND } from './live-addresses.ts'
import { PROGRAM_SCOPES } from './program-scopes.ts'

/**
 * Every way in which a request, a record or a start can fail, with the default sentence for it. The server maps each to an HTTP
 * status in one table.
 */
export const ERRORS = {
  'auth/invalid-credential': 'Email or password is invalid.',
  'auth/too-many-requests': 'Too many attempts were made. Please try again later.',
  'auth/missing-token': 'Sign in to do this.',
  'auth/invalid-token': 'Your sign-in is not valid. Sign in again.',
  'auth/expired-token': 'Your sign-in has expired.',
  'auth/session-ended': 'Your session has ended. Sign in again.',
  'auth/reset-link-invalid': 'This link has expired or was used already. Ask for a new one.',
  'auth/wrong-password': 'This is not your password.',
  'auth/second-factor-needed': 'The password is right. Go on with your second factor.',
  'auth/second-factor-to-set-up': 'The password is right. Your entity requires a second factor: set one up to go on.',
  'auth/second-factor-required':
    'Your entity requires a second factor now. Sign in again: you set one up then, if you have none.',
  'auth/step-expired': 'This sign-in took too long. Begin again with your password.',
  'auth/wrong-code': 'This code is not right, or was used already.',
  'auth/step-up-needed': 'Confirm that it is you: enter your password or second factor again.',
  'auth/passkey-refused': 'This passkey is not known here, or could not be checked.',
  'auth/weak-password': 'A password has at least 10 characters and is not one of the most common ones.',
  'auth/provider-away': 'The provider could not be reached. Sign in with your password, or try again in a moment.',
  'auth/provider-refused': 'The provider did not sign you in, or it took too long. Try again.',
  'auth/provider-unknown':
    'Nobody here has the address that the provider knows you by. Ask an admin of your entity to add you.',
  'auth/provider-unverified': 'The provider has not verified your email address. Verify it there first.',
  'auth/program-token-invalid':
    'This token is not known, has expired or was revoked, or its owner is disabled. Make a new one in the settings.',
  'access/forbidden': 'You may not do this.',
  'access/only-admins-edit':
    'Only admins may change this: an entity that it belongs to does not let viewers edit dashboards, events and calculated sources.',
  'access/scope-missing': 'The token was not made for this.',
  'access/not-for-programs': 'A token cannot do this: a person has to sign in for it.',
  'request/invalid': 'Some of what was sent is not valid.',
  'request/malformed-json': 'The body is not valid JSON.',
  'request/too-large': 'The body is larger than this address accepts.',
  'request/head-too-large': 'The head of the request is longer than 16 KiB.',
  'request/timeout': 'The request did not arrive in time: its head within 20 seconds, all of it within five minutes.',
  'request/incomplete': 'The connection ended before the body was complete.',
  'request/unsupported-media-type': 'This address does not accept that content type.',
  'request/rate-limited': 'Too many requests. Please try again later.',
  'request/cancelled': 'The connection ended before the answer was ready.',
  'request/needs-https': 'This portal takes that by HTTPS only. Send it to the address that begins with https.',
  'request/not-found': 'There is nothing at this address.',
  'request/method-not-allowed': 'This address does not take this method.',
  'request/key-reused': 'This Idempotency-Key was used for another request. Send this one with a new key.',
  'request/in-progress': 'The same request is still being worked on. Please try again in a moment.',
  'request/outcome-unknown':
    'This request was begun before, and it is not known whether it was done. Look before you send it with a new key.',
  'user/not-found': 'There is no such user.',
  'user/email-taken': 'This email address is in use already.',
  'user/self-delete': 'cant delete self',
  'user/own-standing':
    'You cannot give yourself a role or a permission, disable yourself or move yourself to another entity.',
  'user/last-admin': 'An entity keeps at least one active admin. Make somebody else an admin first.',
  'user/phone-missing': 'SMS notifications need a verified phone number.',
  'user/too-many':
    'This entity has as many users as it may have. Delete some, or ask the operator of the portal for more.',
  'user/too-many-invitations': 'Too many invitations were sent from here. Try again later.',
  'user/disabled': 'This user is disabled.',
  'user/has-password': 'This person has chosen a password already.',
  'user/changed': 'This user was changed meanwhile. Load the newer one and save again.',
  'second-factor/too-late': 'Setting up took too long. Begin again.',
  'second-factor/none': 'There is no second factor.',
  'second-factor/required': 'Your entity requires a second factor. Set another one up before you remove this one.',
  'second-factor/own-first': 'Set up a second factor of your own first, on your profile.',
  'second-factor/too-many': 'You have as many passkeys as there can be. Remove one first.',
  'phone/code-invalid': 'Invalid code, try again',
  'phone/verification-not-found': 'This code no longer works. Ask for a new one.',
  'phone/too-many-codes': 'Too many codes were sent. Please try again later.',
  'token/not-found': 'There is no such token.',
  'token/too-many': 'There are as many tokens as there may be. Revoke one that is not used any more.',
  'entity/not-found': 'There is no such entity.',
  'entity/too-many':
    'There are as many sub-entities as there may be, or you added many today. Ask the operator of the portal for more.',
  'entity/own-status': 'You cannot disable your own entity.',
  'entity/own-deletion': 'You cannot delete your own entity.',
  'entity/changed': 'This entity was changed meanwhile. Load the newer one and save again.',
  'file/not-found': 'There is no such file.',
  'file/missing': 'Choose a file.',
  'file/empty': 'The file is empty.',
  'file/too-large': 'The file is larger than the maximum allowed size.',
  'file/type-unsupported': 'Files of this type are not supported.',
  'file/type-mismatch': 'The file is not of the type that it claims to be.',
  'file/too-many-pixels': 'The picture has more than 50 million pixels.',
  'file/unreadable': 'The picture is damaged and cannot be read.',
  'unit/not-found': 'Device not found',
  'unit/shared': 'This unit belongs to other entities too. Only an admin of all of them can do this.',
  'unit/id-missing': 'DataID is required',
  'unit/exists': 'A unit with this dataID exists already.',
  'unit/id-unavailable': 'This dataID cannot be used. Choose another one.',
  'unit/invalid-token': 'The token of this unit is not valid.',
  'unit/deactivated': 'This unit is deactivated. An admin can activate it on its Management screen.',
  'unit/import-unreadable': 'The file cannot be read as CSV with a column of dataIDs.',
  'unit/too-many-jobs': 'At most 5 of your imports and changes of many units can be under way. Wait until one ends.',
  'unit/job-not-found': 'There is no such import or change of many units.',
  'unit/job-running': 'This import is still under way. Its tokens can be made when it has ended.',
  'unit/tokens-taken':
    'The tokens of this import were made already, and are shown once. A unit gets a new one on its Management screen.',
  'unit/changed': 'This unit was changed meanwhile. Load the newer one and save again.',
  'retention/changed': 'How long this is kept was changed meanwhile. Load the newer one and save again.',
  'sim/not-found': 'There is no such SIM card.',
  'sim/exists': 'This SIM card is in the list of the entity already.',
  'sim/changed': 'This SIM card was changed meanwhile. Load the newer one and save again.',
  'sim/import-running': 'SIM cards of this entity are being imported just now. Try again in a moment.',
  'sim/import-unreadable': 'The file cannot be read as CSV with a column of ICCIDs.',
  'sim/import-invalid': 'Some of these SIM cards are not valid, so none was imported.',
  'app/not-found': 'There is no such application.',
  'template/not-found': 'There is no such template.',
  'template/not-yours': 'This template belongs to another entity. You can give your unit a copy of its own.',
  'template/changed': 'This template was changed meanwhile. Load the newer one and save again.',
  'template/none-shared': 'This unit has no shared template that it could go back to.',
  'template/exists': 'There is a template of this name already. Choose another one.',
  'template/in-use': 'Units have this template. Give them another one first.',
  'template/own-copy': 'This unit has a template of its own. Take it back to the shared one first.',
  'template/no-trial': 'This unit tries no template, or not any more.',
  'template/version-not-found': 'This version of the template is not kept any more.',
  'template/too-many': 'An entity has at most 500 templates. Delete some that no unit has.',
  'data/not-found': DATA_NOT_FOUND,
  'data/field-not-found': 'The source has no such field.',
  'data/cursor-invalid': 'This page can no longer be continued. Start again from the first page.',
  'data/too-many-values':
    'These are more than 2,000,000 values, the most of a raw series. Ask for a shorter range or fewer fields.',
  'data/too-many-reads': 'You have too many reads of records under way. Wait until some of them are done.',
  'data/read-too-long': 'This read took too long and was ended. Ask for a shorter range of time.',
  'data/damaged': 'A part of these records is damaged on disk. Ask for other fields or another range.',
  'import/not-found': 'There is no such import.',
  'import/busy': 'This import is not at that point. Look how far it is.',
  'import/too-many': 'Fifty files are being imported for this entity already. Finish or remove one first.',
  'import/part-invalid': 'This is not that part of the file: a part has 4 MiB, the last one what is left.',
  'import/not-text': 'The file is not a text in UTF-8 or Windows-1252. Save it as “CSV UTF-8”.',
  'map/no-streets': 'This portal has no street map of its own.',
  'map/not-built': 'The map of the world is not built yet. `npm run build` makes it.',
  'place/not-found': 'The portal knows no place near to this.',
  'calculation/not-found': 'There is no such calculated source.',
  'calculation/source-exists': 'The unit sends a source already',
  'calculation/name-taken': 'There is a calculated source of this name already.',
  'calculation/circle': 'A source cannot be computed from itself.',
  'calculation/in-use': 'Other calculated sources are computed from this one.',
  'calculation/too-many': 'A unit has at most 100 calculated sources.',
  'calculation/changed': 'This calculated source was changed meanwhile. Load the newer one and save again.',
  'event/not-found': 'There is no such event table.',
  'event/name-taken': 'There is an event table of this name already.',
  'event/too-many': 'A unit has at most 100 event tables.',
  'event/ended': 'This event table ended. Delete it, or make a new one.',
  'event/changed': 'This event table was changed meanwhile. Load the newer one and save again.',
  'event/occurrence-not-found': 'There is no such event any more.',
  'event/report-not-found': 'There is no such report.',
  'schedule/not-found': 'There is no such scheduled report.',
  'schedule/chart-not-found': 'The device has no chart of this title, or more than one.',
  'schedule/too-many': 'An entity has at most 200 scheduled reports.',
  'schedule/changed': 'This scheduled report was changed meanwhile. Load the newer one and save again.',
  'action/not-found': 'There is no such request.',
  'action/ended': 'This request has ended: it was answered, has expired or was cancelled.',
  'action/too-many': 'A unit has at most 100 requests that are open. Wait until some are answered, or cancel them.',
  'action/configuration-not-found': 'There is no such configuration.',
  'action/configuration-changed': 'This configuration was changed meanwhile. Load the newer one and save again.',
  'action/batch-not-found': 'There is no such batch.',
  'action/batch-ended': 'This batch has ended.',
  'action/too-many-batches': 'At most 20 of your batches can be under way. Wait until one ends, or stop it.',
  'alert/not-found': 'There is no such alert.',
  'alert/too-many': 'An entity has at most 1,000 alerts.',
  'alert/changed': 'This alert was changed meanwhile. Load the newer one and save again.',
  'alert/link-invalid': 'This link is not whole. Open it from the mail again, or sign in and unsubscribe in Settings.',
  'alert/no-maintenance': 'There is no such maintenance window.',
  'label/not-found': 'There is no such label.',
  'label/name-taken': 'There is a label of this name already.',
  'label/too-many': 'An entity has at most 100 labels.',
  'label/too-many-on-unit': 'A unit has at most 10 labels of one entity.',
  'label/changed': 'This label was changed meanwhile. Load the newer one and save again.',
  'webhook/not-found': 'There is no such webhook.',
  'webhook/too-many': 'An entity has at most 10 webhooks.',
  'webhook/changed': 'This webhook was changed meanwhile. Load the newer one and save again.',
  'activity/not-found': 'There is no such entry.',
  'record/malformed-json': 'The message is not valid JSON.',
  'record/not-an-object':
    'A record is a JSON object, a number, a text, true or false; a message is one record or an array of them.',
  'record/source-name-invalid':
    'A source name starts with a letter or underscore and has at most 64 letters, digits, underscores or dashes.',
  'record/field-name-invalid':
    'A field name starts with a letter or underscore and has at most 64 letters, digits, underscores or dashes.',
  'record/value-invalid': 'A value is a number, a string, true, false, null, or an object of these.',
  'record/text-invalid': 'A text has NUL or half of a surrogate pair in it, which cannot be kept.',
  'record/too-many-fields': 'A record has at most 256 fields.',
  'record/too-large': 'A record has at most 64 KiB.',
  'record/time-invalid':
    'messageUTC is ISO 8601 or a number of seconds or milliseconds since 1970, in a year from 1970 to 9999 in UTC.',
  'record/time-in-future': 'messageUTC is more than 24 hours in the future.',
  'record/topic-not-allowed': 'A unit may only use its own topics.',
  'record/too-many-sources': 'The unit has as many sources as it may have, so this new one is not stored.',
  'record/source-calculated': 'This source is written by the portal: nothing can be sent to it.',
  'server/unavailable': 'The service is busy or its database is away. Please try again in a moment.',
  'server/stopping': 'This server is stopping. Please try again in a moment.',
  'server/no-room':
    'The disk of the portal is full, so nothing can be stored. Whoever runs the portal has to make room; then it goes on by itself.',
  'server/internal': 'Something went wrong on our side.',
} as const

export type ErrorCode = keyof typeof ERRORS

export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[]

export const ErrorCode = z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]])

/** One message a form field, by the field's path (`email`, `entities.0`). */
export const FieldErrors = z.record(z.string(), z.string())
export type FieldErrors = z.infer<typeof FieldErrors>

/** What a sign-in can go on with after the password: a code of an authenticator app, a passkey, or a recovery code. */
export const SECOND_FACTOR_WAYS = ['totp', 'passkey', 'recovery'] as const
const SecondFactorWay = z.enum(SECOND_FACTOR_WAYS)
export type SecondFactorWay = z.infer<typeof SecondFactorWay>

/** What a signed-in person can give again before a change that asks for it. */
export const PROOF_WAYS = ['password', ...SECOND_FACTOR_WAYS] as const
const ProofWay = z.enum(PROOF_WAYS)
export type ProofWay = z.infer<typeof ProofWay>

/** The body of every failure of the HTTP API. */
export const ErrorBody = z.object({
  /** The HTTP status once more, as readers of the Data API expect it in the body. */
  statusCode: z.number(),
  status: z.literal('error'),
  code: ErrorCode,
  message: z.string(),
  details: z
    .object({
      fields: FieldErrors.optional(),
      /** For calculated sources: what went wrong, and the equation or name. */
      error: z.string().optional(),
      equation: z.string().optional(),
      name: z.string().optional(),
      /** For files without an ICCID column: the headings. */
      headings: z.array(z.string()).optional(),
      requestId: z.string().optional(),
      retryAfterSeconds: z.number().optional(),
      /** For shared units: the names of its entities out of reach. */
      entities: z.array(z.string()).optional(),
      /** What the token of a program would have to be made for. */
      scope: z.enum(PROGRAM_SCOPES).optional(),
      /** For a sign-in that goes on with a second factor: the token of its next step, and with what it can be done. */
      secondFactor: z.object({ token: z.string(), ways: z.array(SecondFactorWay) }).optional(),
      /** For a sign-in that goes on with setting a second factor up: the token of that step. */
      setUp: z.object({ token: z.string() }).optional(),
      /** For a change that asks for a proof again: what the person has. Nothing: only a new sign-in helps. */
      stepUp: z.object({ ways: z.array(ProofWay) }).optional(),
      /** Who changed the thing meanwhile (left out when that user is out of reach), and when. */
      changedBy: z.string().optional(),
      changedUTC: UtcTime.optional(),
    })
    .optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
