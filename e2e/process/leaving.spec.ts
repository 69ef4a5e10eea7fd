import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, EntityId } from '@fieldwatch/contract/api/ids'
import { DataId } from '@fieldwatch/contract/api/ids'
import { createEvent } from '@fieldwatch/contract/events/events'
import { createPlace } from '@fieldwatch/contract/places/places'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { expect, test } from '@playwright/test'
import type { MqttClient } from 'mqtt'
import { call, createUnit, createUser } from '../support/api.ts'
import { type ReceivedMail, startMailServer } from '../support/mail-server.ts'
import { startPortal } from '../support/portal.ts'
import { connectUnit } from '../support/unit.ts'

/** FIELDWATCH_LARGE_PLACES=true: 1,000 units among 1,000 places, and mails within 2 seconds. */
const IS_LARGE = process.env['FIELDWATCH_LARGE_PLACES'] === 'true'
const UNITS = IS_LARGE ? 1_000 : 12
const PLACES = IS_LARGE ? 1_000 : 20
const LATEST_MS = IS_LARGE ? 2_000 : 60_000
const LEAVING = 10
const MINUTE = 60_000
const DEPOT = { lat: 59.33, lon: 18.06 }
const FAR = { lat: 59.43, lon: 18.06 }

interface Truck {
  readonly dataID: string
  readonly client: MqttClient
  readonly alertID: AlertId
}

test(`mails once of each unit that leaves its place, and never of a late record, among ${PLACES} places`, async () => {
  test.setTimeout(IS_LARGE ? 1_800_000 : 240_000)
  const mails = await startMailServer()
  const portal = await startPortal({ SMTP_URL: mails.url })
  try {
    const received: ReceivedMail[] = []
    mails.onMail((mail) => received.push(mail))
    const user = await createUser(portal, { email: 'dispatch@leaving.example', entity: 'Leaving' })
    const { token } = user
    for (let index = 0; index < PLACES; index += 1) {
      const [lon, lat] = index === 0 ? [DEPOT.lon, DEPOT.lat] : [10 + (index % 40) / 10, 50 + index / 400]
      const geometry = { type: 'Point' as const, coordinates: [lon, lat] as [number, number] }
      const body = { entity: user.entity as EntityId, name: `Place ${index}`, group: 'Stops', geometry, radius: 300 }
      await call(portal, createPlace, { token, body })
    }
    const startDate = new Date(Date.now() - 24 * 60 * MINUTE).toISOString()
    const trucks: Truck[] = []
    for (let index = 0; index < UNITS; index += 1) {
      const dataID = `truck-${index}`
      const client = await connectUnit(portal, dataID, await createUnit(portal, user, dataID))
      await send(client, dataID, Date.now() - 60 * MINUTE, DEPOT)
      for (const [name, comparison] of [
        ['Away', 'location outside group Stops'],
        ['Trips', 'location trips'],
      ] as const)
        await call(portal, createEvent, { token, body: { dataID: DataId.parse(dataID), name, comparison, startDate } })
      const body = { name: `${dataID} left`, type: 'event' as const, event: 'Away', devices: [DataId.parse(dataID)] }
      const { details } = await call(portal, createAlert, { token, body })
      trucks.push({ dataID, client, alertID: details.alertID })
    }
    for (const { client, dataID } of trucks) await send(client, dataID, Date.now(), DEPOT)

    const leaving = trucks.slice(0, LEAVING)
    const tookMs: number[] = []
    for (const { client, dataID } of leaving) {
      // All others go on sending in the meantime, as a fleet does.
      const others = trucks.slice(LEAVING).map((other) => send(other.client, other.dataID, Date.now(), DEPOT))
      const mail = Promise.withResolvers<ReceivedMail>()
      const stop = mails.onMail((one) => (one.text.includes(`${dataID} left`) ? mail.resolve(one) : undefined))
      const sentAt = performance.now()
      await send(client, dataID, Date.now(), FAR)
      tookMs.push((await mail.promise).at - sentAt)
      stop()
      await Promise.all(others)
    }
    console.log(`mail after the record: ${tookMs.map((ms) => Math.round(ms)).join(', ')} ms`)
    expect(Math.max(...tookMs)).toBeLessThan(LATEST_MS)

    // Those that left send again, and late records of others say that they were away half an hour ago.
    for (const { client, dataID } of leaving) await send(client, dataID, Date.now(), FAR)
    const late = trucks.slice(LEAVING)
    for (const { client, dataID } of late) await send(client, dataID, Date.now() - 30 * MINUTE, FAR)
    await expect
      .poll(
        async () => {
          const corrected = await Promise.all(
            late.slice(0, 2).map(async ({ alertID }) => {
              const { details } = await call(portal, listAlertHistory, { token, query: { alertID } })
              return details.history.some(({ happening }) => happening === 'high')
            }),
          )
          return corrected
        },
        { timeout: 120_000 },
      )
      .toEqual([true, true])
    // One that leaves later is mailed: whatever the late records had caused would be there by then.
    const [last] = late
    if (last === undefined) throw new Error('no unit is left')
    const before = received.length
    await send(last.client, last.dataID, Date.now(), FAR)
    await expect.poll(() => received.length, { timeout: 120_000 }).toBeGreaterThan(before)

    const subjects = [...leaving, last].map(({ dataID }) =>
      received.filter(({ text }) => text.includes(`${dataID} left`)),
    )
    expect(subjects.map((of) => of.length)).toEqual(subjects.map(() => 1))
    expect(received).toHaveLength(LEAVING + 1)
    await Promise.all(trucks.map(({ client }) => client.endAsync(true)))
  } finally {
    await portal.close()
    await mails.close()
  }
})

async function send(client: MqttClient, dataID: string, at: number, position: typeof DEPOT): Promise<void> {
  const record = { messageUTC: new Date(at).toISOString(), ...position, accuracy: 10 }
  await client.publishAsync(topics.data(dataID, 'location'), JSON.stringify(record), { qos: 1 })
}
