import type { SessionId } from '@fieldwatch/contract/api/ids'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { AuthParts } from './auth-parts.ts'

interface Asked {
  caller: Caller
  /** Undefined: all but the one that asks. */
  sessionId: SessionId | undefined
}

/** Ends sessions of the caller; streams end at once. Those of others are left alone, as are those that have ended. */
export async function endOwnSessions(
  { db, bus, clock }: Pick<AuthParts, 'db' | 'bus' | 'clock'>,
  { caller, sessionId }: Asked,
): Promise<void> {
  const at = clock()
  const ended = await db.transaction().execute(async (tx) => {
    const which = sessionId === undefined ? { except: caller.sessionId } : { only: sessionId }
    const ids = await createSessionStore(tx).endSomeOf(caller.userId, which, at)
    if (ids.length === 0) return ids
    await createAuditStore(tx).recordOwn(caller, { at, action: 'end sessions', after: { count: ids.length } })
    return ids
  })
  if (ended.length > 0) bus.publish('sessions-ended', { sessionIds: ended })
}
