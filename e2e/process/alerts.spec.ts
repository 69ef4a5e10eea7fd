import { join } from 'node:path'
import { listAlertHistory, listAlertNotifications } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { expect, test } from '@playwright/test'
import type { MqttClient } from 'mqtt'
import { call, createUnit, createUser, type SignedInUser } from '../support/api.ts'
import { type Portal, startPortal } from '../support/portal.ts'
import { connectUnit } from '../support/unit.ts'

/** FIELDWATCH_LARGE_ALERTS=true: 1,000 alerts over 1,000 units, 5,000 records a second for half a minute. */
const IS_LARGE = process.env['FIELDWATCH_LARGE_ALERTS'] === 'true'
const UNITS = IS_LARGE ? 1_000 : 10
const RECORDS = IS_LARGE ? 150 : 60
/** From one record of a unit to its next; the small run does not wait. */
const PAUSE_MS = IS_LARGE ? 200 : 0
const LIMIT = 60
/** A level goes up and down once in so many records. */
const COURSE = 30

/** A course about the limit with noise, so that it is crossed several times each time. */
function levelOf(place: number, index: number): number {
  const noise = ((Math.imul(place * 7919 + index, 0x9e3779b1) >>> 0) / 2 ** 32 - 0.5) * 8
  return Math.round((LIMIT + 20 * Math.sin((2 * Math.PI * (index + place)) / COURSE) + noise) * 100) / 100
}

interface Watched {
  readonly place: number
  readonly dataID: string
  readonly client: MqttClient
  readonly alertID: AlertId
  /** The time of each record, by the clock of the unit as it was sent. */
  readonly times: number[]
}

/** A look at all levels one by one. */
function changesOf(place: number): string[] {
  const levels = Array.from({ length: RECORDS }, (_, index) => levelOf(place, index))
  return levels.flatMap((level, index) => {
    const [now, before] = [level > LIMIT, index > 0 && (levels[index - 1] ?? 0) > LIMIT]
    return now === before ? [] : [`${now ? 'high' : 'ok'} at ${index} with ${level}`]
  })
}

async function watch(portal: Portal, door: Portal, user: SignedInUser, place: number): Promise<Watched> {
  const dataID = `unit-${place}`
  const client = await connectUnit(door, dataID, await createUnit(portal, user, dataID))
  await client.publishAsync(topics.data(dataID, 'tank'), '{"level":0}', { qos: 1 })
  const body = {
    name: `High in ${dataID}`,
    devices: [DataId.parse(dataID)],
    source: SourceName.parse('tank'),
    condition: { field: 'level', operator: 'greater than' as const, constant: LIMIT },
  }
  const { details } = await call(portal, createAlert, { token: user.token, body })
  return { place, dataID, client, alertID: details.alertID, times: [] }
}

/** The clients repeat what was not acknowledged. */
async function publishAll({ place, dataID, client, times }: Watched, reached: () => void): Promise<void> {
  const sent: Promise<unknown>[] = []
  for (let index = 0; index < RECORDS; index += 1) {
    const at = Math.max((times.at(-1) ?? 0) + 1, Date.now())
    times.push(at)
    const record = JSON.stringify({ messageUTC: at, level: levelOf(place, index) })
    const taken = client.publishAsync(topics.data(dataID, 'tank'), record, { qos: 1 })
    sent.push(taken)
    if (index === RECORDS / 2) void taken.then(reached)
    await (PAUSE_MS === 0 ? taken : new Promise((resolve) => setTimeout(resolve, PAUSE_MS)))
  }
  await Promise.all(sent)
}

async function historyOf(portal: Portal, user: SignedInUser, { alertID, times }: Watched): Promise<string[]> {
  const query = { alertID, limit: 500 }
  const { details } = await call(portal, listAlertHistory, { token: user.token, query })
  return details.history
    .filter(({ happening }) => happening === 'high' || happening === 'ok')
    .map(({ happening, atUTC, value }) => `${happening} at ${times.indexOf(Date.parse(atUTC))} with ${value}`)
    .toReversed()
}

async function countMessages(portal: Portal, user: SignedInUser, alertID: AlertId): Promise<number> {
  const { details } = await call(portal, listAlertNotifications, { token: user.token, query: { alertID } })
  return details.notifications.length
}

test(`${UNITS} alerts find each change once, and tell of them once or twice, with two servers of which one is killed in the middle`, async () => {
  test.setTimeout(IS_LARGE ? 900_000 : 300_000)
  const first = await startPortal()
  const socket = encodeURIComponent(join(first.dataFolder, 'postgres-socket'))
  const DATABASE_URL = `postgresql://postgres@localhost/fieldwatch?host=${socket}`
  const second = await startPortal({ DATABASE_URL })
  try {
    const user = await createUser(first, { email: 'admin@two.example', entity: 'Two' })
    const watched: Watched[] = []
    for (let place = 0; place < UNITS; place += 1) {
      watched.push(await watch(first, place % 2 === 0 ? first : second, user, place))
    }
    const middle = Promise.withResolvers<void>()
    const publishing = watched.map((one) => publishAll(one, middle.resolve))
    await middle.promise
    await second.killServer()
    await second.restart()
    await Promise.all(publishing)
    await Promise.all(watched.map(({ client }) => client.endAsync()))

    const timeout = IS_LARGE ? 300_000 : 60_000
    for (const one of watched) {
      const { place, alertID } = one
      await expect.poll(() => historyOf(first, user, one), { timeout }).toEqual(changesOf(place))
      await expect.poll(() => countMessages(first, user, alertID), { timeout }).toBeGreaterThan(0)
      // One that has lasted may have been notified as well.
      expect(await countMessages(first, user, alertID)).toBeLessThanOrEqual(2)
    }
  } finally {
    await second.close()
    await first.close()
  }
})
