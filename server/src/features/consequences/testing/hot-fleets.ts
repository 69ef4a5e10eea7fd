import assert from 'node:assert/strict'
import { acknowledgeAlert } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, EntityId } from '@fieldwatch/contract/api/ids'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import type { createTestApp, SignedInUser } from '#testing/test-app.ts'

export interface HotFleet {
  readonly north: EntityId
  readonly south: EntityId
  readonly owner: SignedInUser
  readonly southAdmin: SignedInUser
  readonly moving: BuiltUnit
  readonly staying: BuiltUnit
  readonly alertID: AlertId
}

type Parts = Pick<Awaited<ReturnType<typeof createTestApp>>, 'app' | 'call' | 'clock' | 'db' | 'features' | 'signInAs'>

/** Fleets of two entities below `top`, where an alert is triggered. */
export function createHotFleets({ app, call, clock, db, features, signInAs, top }: Parts & { readonly top: EntityId }) {
  const { alerts, alertTimers } = features
  return {
    succeed,

    /** An alert of a person of one entity, triggered and, by default, acknowledged on one of its two units. */
    buildFleet: async ({ units = 2, acknowledged = true } = {}): Promise<HotFleet> => {
      const north = await buildEntity(db, { parentId: top, name: 'North' })
      const south = await buildEntity(db, { parentId: top, name: 'South' })
      const owner = await signInAs({ role: 'admin', entity: north })
      const southAdmin = await signInAs({ role: 'admin', entity: south })
      const moving = await buildUnit(db, { entity: north, friendlyName: 'Pump 1' })
      const staying = await buildUnit(db, { entity: north, friendlyName: 'Pump 2' })
      for (const unit of [moving, staying]) await sendRecords(app, unit, 'room', { temp: 4 })
      const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
      const devices = [moving, staying].slice(0, units).map(({ dataId }) => dataId)
      const { alertID } = (
        await succeed(call(createAlert, { as: owner, body: { name: 'Hot', source: 'room', condition, devices } }))
      ).details
      clock.advance(1_000)
      await sendRecords(app, moving, 'room', { temp: 9 })
      await alerts.run()
      await alertTimers.run()
      if (acknowledged)
        await succeed(
          call(acknowledgeAlert, { as: owner, body: { alertID, dataID: moving.dataId, comment: 'On my way' } }),
        )
      await db.deleteFrom('outbox').execute()
      return { north, south, owner, southAdmin, moving, staying, alertID }
    },
  }
}

async function succeed<T extends { status: number; body: unknown; failure: unknown }>(
  answer: Promise<T>,
): Promise<T['body']> {
  const { status, body, failure } = await answer
  assert.equal(status, 200, JSON.stringify(failure))
  return body
}
