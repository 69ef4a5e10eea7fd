import { createShare, listShares, type Share, type ShareState, withdrawShare } from '@fieldwatch/contract/shares/shares'
import type { FastifyInstance } from 'fastify'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { requireAdmin } from '#people/access/access-policy.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { formatTime } from '#platform/time/format-time.ts'
import { createLink, type ShareParts, withdrawLink } from './change-shares.ts'
import { createShareJudge } from './judge-share.ts'
import { createShareStore, type ListedShare } from './share-store.ts'

/** Links by which admins share screens of units with people who have no account. */
export function registerShareRoutes(app: FastifyInstance, parts: ShareParts): void {
  addRoute(app, listShares, async ({ caller, query }) => {
    requireAdmin(caller)
    if (query.dataID !== undefined) await createUnitStore(parts.db).getDocument(query.dataID, caller.reach)
    const judge = createShareJudge(parts, parts.clock())
    const shares: Share[] = []
    for (const share of await createShareStore(parts.db).list(caller.reach, query.dataID))
      shares.push(describeShare(share, (await judge(share)).state))
    return success({ shares })
  })

  addRoute(app, createShare, async ({ caller, body, reply }) => {
    void reply.header('cache-control', 'no-store')
    const { share, link } = await createLink(parts, caller, body)
    return success({ share: describeShare(share, 'open'), link })
  })

  addRoute(app, withdrawShare, async ({ caller, body }) => {
    await withdrawLink(parts, caller, body.shareID)
    return done()
  })
}

/** A link without its secret, which no one knows. */
function describeShare(share: ListedShare, state: ShareState): Share {
  const { id, kind, dataId, unit, what, entity, by, createdAt, expiresAt, passwordHash, origins } = share
  return {
    shareID: id,
    kind,
    dataID: unit === null ? null : (dataId ?? null),
    unit,
    chart: what.chart ?? null,
    range: what.range ?? null,
    entity,
    createdBy: by,
    createdUTC: formatTime(createdAt),
    expiresUTC: expiresAt === undefined ? null : formatTime(expiresAt),
    hasPassword: passwordHash !== null,
    origins: [...origins],
    opened: share.opened,
    lastOpenedUTC: share.lastOpenedAt === undefined ? null : formatTime(share.lastOpenedAt),
    state,
  }
}
