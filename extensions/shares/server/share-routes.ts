import {
  createShare,
  listShares,
  openShared,
  type Share,
  type ShareState,
  takeOverShare,
  withdrawShare,
} from '../contract/shares.ts'
import type { FastifyInstance } from 'fastify'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import { requireAdmin } from '@fieldwatch/server/people/access/access-policy'
import { addRoute } from '@fieldwatch/server/platform/http/add-route'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { done, success } from '@fieldwatch/server/platform/http/envelope'
import { limitByNetwork } from '@fieldwatch/server/platform/http/limit-networks'
import { untilGone } from '@fieldwatch/server/platform/http/until-gone'
import { formatTime } from '@fieldwatch/server/platform/time/format-time'
import { createLink, type ShareParts, takeOverLink, withdrawLink } from './change-shares.ts'
import { createShareJudge } from './judge-share.ts'
import { openShare } from './open-share.ts'
import { createShareStore, type ListedShare } from './share-store.ts'

/** Openings from one network: a company shares an address. */
const OPENINGS = { max: 120, timeWindow: 60_000 }

/** How long the positions of a moment may take. */
const READ_MS = 60_000

/** Links by which admins share screens with people who have no account, and how these open one. */
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
    const signal = untilGone(reply, { afterMs: READ_MS, failure: new DomainError('data/read-too-long') })
    const { share, link } = await createLink(parts, caller, body, signal)
    return success({ share: describeShare(share, 'open'), link })
  })

  addRoute(app, takeOverShare, async ({ caller, body }) => {
    const { share, state } = await takeOverLink(parts, caller, body.shareID)
    return success({ share: describeShare(share, state) })
  })

  addRoute(app, withdrawShare, ({ caller, body }) => withdrawLink(parts, caller, body.shareID).then(() => done()))

  void app.register(async (limited) => {
    await limitByNetwork(limited, OPENINGS)
    addRoute(limited, openShared, async ({ body, request, reply }) => {
      void reply.header('cache-control', 'no-store')
      const { secret, password } = body
      const { pass, open } = await openShare(parts, { secret, password, address: request.ip })
      return success({ pass, screen: open.screen })
    })
  })
}

/** A link without its secret, which no one knows. */
function describeShare(share: ListedShare, state: ShareState): Share {
  const { id, kind, dataId, unit, what, entity, by, createdAt, expiresAt, passwordHash, origins } = share
  const isMap = kind === 'map'
  return {
    shareID: id,
    kind,
    dataID: unit === null ? null : (dataId ?? null),
    unit,
    title: what.chart ?? what.title ?? share.title,
    units: isMap ? share.units : null,
    range: what.range ?? null,
    atUTC: what.atUTC ?? null,
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
