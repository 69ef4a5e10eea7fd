import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { EntityId, ProgramTokenId, UtcTime } from '../api/ids.ts'
import { PROGRAM_SCOPES } from '../api/program-scopes.ts'
import { line } from '../text/text.ts'
import { Role } from './users.ts'

export const ProgramScope = z.enum(PROGRAM_SCOPES)

/** The most tokens of one person, and of one entity. */
export const MOST_PROGRAM_TOKENS = 30

/** The longest that a token may be good for. */
const MOST_TOKEN_DAYS = 366

/** A token by which a program calls the API in the place of a person, or of an entity. It is shown once, when it is made. */
export const ProgramToken = z.object({
  tokenID: ProgramTokenId,
  name: z.string(),
  /** How the token begins, by which a person knows it again. */
  beginning: z.string(),
  scopes: z.array(ProgramScope),
  /** The entity whose it is, and the right that it has there; null: it is the caller's, and has what the caller has at the time. */
  entity: EntityId.nullable(),
  role: Role.nullable(),
  createdUTC: UtcTime,
  /** Who made it; null when that user is gone or out of reach. */
  createdBy: z.string().nullable(),
  expiresUTC: UtcTime,
  /** To within a minute; null: never. */
  lastUsedUTC: UtcTime.nullable(),
  /** From which network address; empty when it was never used. */
  lastUsedFrom: z.string(),
})
export type ProgramToken = z.infer<typeof ProgramToken>

export const ProgramTokenDraft = z.strictObject({
  name: line(80).min(1, 'fields.token-name'),
  scopes: z.array(ProgramScope).min(1, 'fields.token-scopes').max(PROGRAM_SCOPES.length),
  /** How long it is good for. */
  days: z.number().int().min(1).max(MOST_TOKEN_DAYS),
  /** Makes it a token of an entity, which acts there with the right of `role`; left out, it is the caller's own. */
  entity: EntityId.optional(),
  role: Role.optional(),
})
export type ProgramTokenDraft = z.infer<typeof ProgramTokenDraft>

const userEndpoint = endpointsWith({ tag: 'tokens' })

export const listProgramTokens = userEndpoint(`GET ${API_BASE}/tokens`, {
  summary: 'The own tokens for programs, or those of an entity (admin), the newest first',
  query: z.object({ entity: EntityId.optional() }),
  reply: envelope(z.object({ tokens: z.array(ProgramToken) })),
})

export const createProgramToken = userEndpoint(`POST ${API_BASE}/tokens`, {
  idempotent: true,
  summary: 'Make a token for a program, for oneself or for an entity (admin); `secret` is in this answer only',
  body: ProgramTokenDraft.refine(({ entity, role }) => (entity === undefined) === (role === undefined), {
    path: ['role'],
    message: 'fields.token-role',
  }),
  reply: envelope(z.object({ token: ProgramToken, secret: z.string() })),
})

export const revokeProgramToken = userEndpoint(`DELETE ${API_BASE}/tokens`, {
  summary: 'End a token for a program at once, an own one or one of an entity (admin)',
  body: z.object({ tokenID: ProgramTokenId }),
})
