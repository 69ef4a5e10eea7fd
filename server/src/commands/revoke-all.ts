import { createAuditStore } from '#platform/audit/audit-store.ts'
import { createRestoredAccessStore } from '#platform/backup/restored-access-store.ts'
import type { AdminParts } from './admin-parts.ts'

/** Ends all tokens for programs, mailed links and sessions; a running server notices by itself. Returns what to tell. */
export async function revokeAll({ db, clock }: AdminParts): Promise<string> {
  const at = clock()
  const { programTokens, links } = await db.transaction().execute(async (tx) => {
    const revoked = await createRestoredAccessStore(tx).revokeAll(new Date(at))
    await createAuditStore(tx).record({
      at,
      userId: undefined,
      entityId: undefined,
      action: 'revoke all access',
      subjectKind: 'portal',
      subjectId: '',
      after: revoked,
    })
    return revoked
  })
  return `All sessions ended. Tokens for programs revoked: ${programTokens}. Mailed links ended: ${links}.\n`
}
