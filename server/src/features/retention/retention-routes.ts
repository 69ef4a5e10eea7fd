import {
  getRetention,
  previewRetention,
  setRetention as setRetentionEndpoint,
} from '@fieldwatch/contract/units/retention'
import type { FastifyInstance } from 'fastify'
import { requireAdmin, requireReach } from '#people/access/access-policy.ts'
import type { Retention as PortalRetention } from '#records/store/retention-store.ts'
import { createRetentionPreviewStore } from '#records/store/retention-preview-store.ts'
import type { Platform } from '#platform/floor.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createRetentionSettingsStore } from './retention-settings-store.ts'
import { setRetention } from './set-retention.ts'

interface Dependencies extends Pick<Platform, 'db' | 'clock'> {
  retention: PortalRetention
}

/** How long records and summaries are kept. */
export function registerRetentionRoutes(app: FastifyInstance, { db, clock, retention }: Dependencies): void {
  const settings = createRetentionSettingsStore(db)
  const units = createUnitStore(db)
  const portal = { rawDays: retention.rawDays ?? null, summaryDays: retention.summaryDays ?? null }

  addRoute(app, getRetention, async ({ query: { dataID }, caller }) => {
    requireAdmin(caller)
    if (dataID === undefined) {
      const entities = await settings.listOfEntities(caller.reach)
      return success({ portal, entities, sources: [], mayChangeSources: true })
    }
    const { entities, sharedWith } = await units.getDocument(dataID, caller.reach)
    return success({
      portal,
      entities: await settings.listOfEntities(entities),
      sources: await settings.listOfSources(dataID, portal),
      newSources: await settings.getOfNewSources(dataID),
      mayChangeSources: sharedWith === undefined,
    })
  })

  addRoute(app, previewRetention, async ({ query: { entityID, rawDays, summaryDays }, caller }) => {
    requireAdmin(caller)
    requireReach(caller, entityID)
    const question = { entity: entityID, wanted: { rawDays, summaryDays }, portal: retention, now: clock() }
    const preview = await db.transaction().execute((tx) => createRetentionPreviewStore(tx).preview(question))
    return success(preview)
  })

  addRoute(app, setRetentionEndpoint, async ({ body, caller, seen }) => {
    await setRetention({ db, clock }, caller, { wanted: body, seen })
    return done()
  })
}
