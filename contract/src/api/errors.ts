import { z } from 'zod'
import { UtcTime } from './ids.ts'
import { PROGRAM_SCOPES } from './program-scopes.ts'

/**
 * Every way in which a request, a record or a start can fail in the core, with its HTTP status. The catalogue has the default sentence
 * for it.
 */
const CORE_ERRORS = {
  'auth/invalid-credential': 401,
  'auth/too-many-requests': 429,
  'auth/missing-token': 401,
  'auth/invalid-token': 401,
  'auth/expired-token': 401,
  'auth/session-ended': 401,
  'auth/reset-link-invalid': 400,
  'auth/wrong-password': 403,
  'auth/second-factor-needed': 401,
  'auth/second-factor-to-set-up': 401,
  'auth/second-factor-required': 401,
  'auth/step-expired': 400,
  'auth/wrong-code': 400,
  'auth/step-up-needed': 403,
  'auth/passkey-refused': 400,
  'auth/weak-password': 400,
  'auth/provider-away': 503,
  'auth/provider-refused': 401,
  'auth/provider-unknown': 403,
  'auth/provider-unverified': 403,
  'auth/program-token-invalid': 401,
  'access/forbidden': 403,
  'access/only-admins-edit': 403,
  'access/scope-missing': 403,
  'access/not-for-programs': 403,
  'request/invalid': 400,
  'request/malformed-json': 400,
  'request/too-large': 413,
  'request/head-too-large': 431,
  'request/timeout': 408,
  'request/incomplete': 400,
  'request/unsupported-media-type': 415,
  'request/rate-limited': 429,
  'request/cancelled': 499,
  'request/needs-https': 403,
  'request/unknown-host': 421,
  'request/not-found': 404,
  'request/method-not-allowed': 405,
  'request/key-reused': 422,
  'request/in-progress': 409,
  'request/outcome-unknown': 409,
  'user/not-found': 404,
  'user/email-taken': 409,
  'user/self-delete': 403,
  'user/own-rights': 403,
  'user/last-admin': 409,
  'user/phone-missing': 409,
  'user/too-many': 409,
  'user/too-many-invitations': 429,
  'user/disabled': 409,
  'user/has-password': 409,
  'user/changed': 409,
  'second-factor/too-late': 409,
  'second-factor/none': 409,
  'second-factor/required': 409,
  'second-factor/own-first': 409,
  'second-factor/too-many': 409,
  'phone/code-invalid': 400,
  'phone/verification-not-found': 404,
  'phone/too-many-codes': 429,
  'token/not-found': 404,
  'token/too-many': 409,
  'entity/not-found': 404,
  'entity/too-many': 409,
  'entity/name-taken': 409,
  'entity/own-status': 403,
  'entity/own-deletion': 403,
  'entity/changed': 409,
  'file/too-many-pictures': 429,
  'file/pictures-full': 409,
  'file/not-found': 404,
  'file/missing': 400,
  'file/empty': 400,
  'file/too-large': 413,
  'file/type-unsupported': 415,
  'file/type-mismatch': 415,
  'file/too-many-pixels': 413,
  'file/unreadable': 400,
  'file/store-away': 503,
  'unit/not-found': 404,
  'unit/shared': 403,
  'unit/id-missing': 400,
  'unit/exists': 409,
  'unit/id-unavailable': 409,
  'unit/invalid-token': 401,
  'unit/deactivated': 403,
  'unit/import-unreadable': 400,
  'unit/too-many-jobs': 429,
  'unit/job-not-found': 404,
  'unit/job-running': 409,
  'unit/tokens-taken': 409,
  'unit/changed': 409,
  'retention/changed': 409,
  'sim/not-found': 404,
  'sim/exists': 409,
  'sim/changed': 409,
  'sim/import-running': 409,
  'sim/import-unreadable': 400,
  'sim/import-invalid': 400,
  'app/not-found': 404,
  'template/not-found': 404,
  'template/not-yours': 403,
  'template/changed': 409,
  'template/none-shared': 409,
  'template/exists': 409,
  'template/in-use': 409,
  'template/own-copy': 409,
  'template/no-trial': 404,
  'template/version-not-found': 404,
  'template/too-many': 409,
  'data/not-found': 404,
  'data/field-not-found': 400,
  'data/cursor-invalid': 400,
  'data/too-many-values': 400,
  'data/too-many-reads': 429,
  'data/read-too-long': 503,
  'data/state-too-large': 400,
  'data/damaged': 500,
  'data/history-away': 503,
  'map/no-streets': 404,
  'map/not-built': 503,
  'map/no-town-near': 404,
  'calculation/not-found': 404,
  'calculation/source-exists': 409,
  'calculation/name-taken': 409,
  'calculation/circle': 400,
  'calculation/in-use': 409,
  'calculation/too-many': 409,
  'calculation/changed': 409,
  'event/not-found': 404,
  'event/name-taken': 409,
  'event/too-many': 409,
  'event/ended': 409,
  'event/changed': 409,
  'event/occurrence-not-found': 404,
  'event/report-not-found': 404,
  'action/not-found': 404,
  'action/ended': 409,
  'action/too-many': 429,
  'action/configuration-not-found': 404,
  'action/configuration-changed': 409,
  'action/batch-not-found': 404,
  'action/batch-ended': 409,
  'action/too-many-batches': 429,
  'alert/not-found': 404,
  'alert/too-many': 409,
  'alert/changed': 409,
  'alert/link-invalid': 404,
  'alert/no-maintenance': 404,
  'place/not-found': 404,
  'place/too-many': 409,
  'place/too-many-positions': 409,
  'place/changed': 409,
  'share/closed': 401,
  'label/not-found': 404,
  'label/name-taken': 409,
  'label/too-many': 409,
  'label/too-many-on-unit': 409,
  'label/changed': 409,
  'activity/not-found': 404,
  'record/malformed-json': 400,
  'record/malformed-line': 400,
  'record/not-an-object': 400,
  'record/source-name-invalid': 400,
  'record/field-name-invalid': 400,
  'record/value-invalid': 400,
  'record/text-invalid': 400,
  'record/too-many-fields': 400,
  'record/too-large': 413,
  'record/time-invalid': 400,
  'record/time-in-future': 400,
  'record/topic-not-allowed': 403,
  'record/too-many-sources': 403,
  'record/source-calculated': 403,
  'record/packet-invalid': 400,
  'record/codec-failed': 400,
  'server/unavailable': 503,
  'server/stopping': 503,
  'server/no-room': 503,
  'server/internal': 500,
} satisfies Readonly<Record<string, number>>

/** The codes of extensions: each adds its own by merging with this declaration, and calls `addErrors`. */
export interface AddedErrors {}

export type ErrorCode = keyof (typeof CORE_ERRORS & AddedErrors)

/** The one place where a code meets a status. */
export const ERROR_STATUS = { ...CORE_ERRORS } as Readonly<Record<ErrorCode, number>>

/** Why the pass of someone without a session shows nothing. */
export const PASS_ERRORS: ErrorCode[] = ['share/closed']

/**
 * Adds the codes of an extension with their statuses. Its catalogue has their sentences, as `errors.` and the code. `ofPasses`: those
 * that its passes get.
 */
export function addErrors<Code extends string>(
  errors: Readonly<Record<Code, number>>,
  { ofPasses = [] }: { readonly ofPasses?: readonly (Code & ErrorCode)[] } = {},
): void {
  Object.assign(ERROR_STATUS, errors)
  PASS_ERRORS.push(...ofPasses)
}

/** What every kind of thing that people add and change can fail with. */
export const errorsOfThing = <Kind extends string>(kind: Kind) =>
  ({
    [`${kind}/not-found`]: 404,
    [`${kind}/too-many`]: 409,
    [`${kind}/changed`]: 409,
  }) as ErrorsOfThing<Kind>

export type ErrorsOfThing<Kind extends string> = Readonly<
  Record<`${Kind}/${'not-found' | 'too-many' | 'changed'}`, number>
>

/** All error codes, including those of the loaded extensions. */
export const errorCodes = (): readonly ErrorCode[] => Object.keys(ERROR_STATUS) as ErrorCode[]

/** Any text: a reader may be older than the extension that it hears from. */
export const ErrorCode = z.string() as unknown as z.ZodType<ErrorCode>

/** One message a form field, by the field's path (`email`, `entities.0`). */
export const FieldErrors = z.record(z.string(), z.string())
export type FieldErrors = z.infer<typeof FieldErrors>

/** How a sign-in can continue after the password: a code of an authenticator app, a passkey, or a recovery code. */
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
      /** For a sign-in that continues with a second factor: the token of its next step, and the possible kinds. */
      secondFactor: z.object({ token: z.string(), ways: z.array(SecondFactorWay) }).optional(),
      /** For a sign-in that continues with setting up a second factor: the token of that step. */
      setUp: z.object({ token: z.string() }).optional(),
      /** For a change that asks for a proof again: what the person has. Nothing: only a new sign-in helps. */
      stepUp: z.object({ ways: z.array(ProofWay) }).optional(),
      /** Who changed the thing in the meantime (left out when that user is out of reach), and when. */
      changedBy: z.string().optional(),
      changedUTC: UtcTime.optional(),
    })
    .optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
