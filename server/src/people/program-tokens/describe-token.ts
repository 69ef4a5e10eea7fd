import type { ProgramToken } from '@fieldwatch/contract/program-tokens'
import { mayReach } from '#people/access/access-policy.ts'
import type { StoredProgramToken } from '#people/credentials/program-token-store.ts'
import type { Caller } from '#platform/http/caller.ts'
import { formatTime } from '#platform/time/format-time.ts'

/** A token as a person sees it, without its secret, which nobody knows. */
export function describeToken(caller: Pick<Caller, 'reach'>, token: StoredProgramToken): ProgramToken {
  const { owner, createdBy, lastUsedAt } = token
  return {
    tokenID: token.id,
    name: token.name,
    beginning: token.beginning,
    scopes: [...token.scopes],
    entity: owner.kind === 'entity' ? owner.entity : null,
    role: owner.kind === 'entity' ? owner.role : null,
    createdUTC: formatTime(token.createdAt),
    createdBy: createdBy !== undefined && mayReach(caller, createdBy.entity) ? createdBy.name : null,
    expiresUTC: formatTime(token.expiresAt),
    lastUsedUTC: lastUsedAt === undefined ? null : formatTime(lastUsedAt),
    lastUsedFrom: token.lastUsedFrom,
  }
}
