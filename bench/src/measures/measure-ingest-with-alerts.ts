import { formatCount } from '@fieldwatch/contract/text/number-text'
import { setTimeout as delay } from 'node:timers/promises'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { call } from '@fieldwatch/e2e/support/api'
import type { BenchContext } from '../bench-context.ts'
import { createPatience } from '../checks/patience.ts'
import { insist } from '../checks/wrong-answer.ts'
import type { Result } from '../report/result.ts'
import { type MqttLane, openMqttLane, publishPacket } from '../transport/mqtt-lane.ts'
import { addValueAlerts, ALERT_FIELD, ALERT_LIMIT, ALERT_SOURCE, removeAlerts } from './value-alerts.ts'

const UNITS = 1_000
const RECORDS_A_SECOND = 5_000
/** From one record of a unit to its next. */
const RECORD_MS = (UNITS * 1000) / RECORDS_A_SECOND
/** A level goes up and down once in so many records. */
const COURSE = 60
const TICK_MS = 5
const LANES_AT_A_TIME = 50
/** How long the number of alerts that have seen their last record may stay the same. */
const PATIENCE_MS = 60_000

interface Sender {
  readonly unit: string
  readonly place: number
  readonly lane: MqttLane
}

/** What is acknowledged of a steady load, without alerts and with one on every unit, and that each change of each is found once. */
export async function measureIngestWithAlerts(context: BenchContext): Promise<Result[]> {
  const { portal, watch } = context
  const senders = await openSenders(context)
  await sendSteadily(senders, { seconds: 1 })
  const alone = await watch.during('records without alerts', () => sendTimed(context, senders))
  const alerts = await addValueAlerts(
    portal,
    senders.map(({ unit }) => ({ unit, viewers: [] })),
  )
  const beside = await watch.during('records with alerts', () => sendTimed(context, senders))
  const changes = await checkHistory(context, senders, alerts, beside)
  await removeAlerts(portal, alerts.values())
  for (const { lane } of senders) lane.close()
  return [
    {
      work: `of ${formatCount(RECORDS_A_SECOND)} records/s of ${formatCount(UNITS)} units those that are acknowledged with an alert on each`,
      unit: 'records/s',
      target: Math.round(0.9 * alone.rate),
      measured: beside.rate,
      note:
        `${alone.rate.toFixed(0)} a second without alerts. The server took ${beside.processor.toFixed(2)} of a processor instead of ${alone.processor.toFixed(2)}. ` +
        `${formatCount(changes)} changes, each found once.`,
    },
  ]
}

async function openSenders({ portal }: BenchContext): Promise<Sender[]> {
  const units = Array.from({ length: UNITS }, (_, number) => `bench-alert-${number}`)
  await portal.addUnits(units)
  const senders: Sender[] = []
  for (let first = 0; first < UNITS; first += LANES_AT_A_TIME) {
    const opening = units.slice(first, first + LANES_AT_A_TIME).map(async (unit, number) => {
      const lane = await openMqttLane(portal.mqttUrl, { dataID: unit, token: portal.tokenOf(unit) })
      return { unit, place: first + number, lane }
    })
    senders.push(...(await Promise.all(opening)))
  }
  return senders
}

interface Sent {
  /** When the first record of each unit was taken by its own clock; the others follow evenly. */
  readonly start: number
  readonly records: number
}

interface Timed extends Sent {
  readonly rate: number
  /** The share of one processor that the server had. */
  readonly processor: number
}

async function sendTimed(context: BenchContext, senders: readonly Sender[]): Promise<Timed> {
  const { portal, sizes } = context
  const [before, started] = [await portal.processorSeconds(), performance.now()]
  const sent = await sendSteadily(senders, { seconds: sizes.alertSeconds })
  const seconds = (performance.now() - started) / 1000
  const processor = ((await portal.processorSeconds()) - before) / seconds
  return { ...sent, rate: (sent.records * senders.length) / seconds, processor }
}

/** Sends evenly and waits until the last record is acknowledged. */
async function sendSteadily(senders: readonly Sender[], { seconds }: { seconds: number }): Promise<Sent> {
  const records = Math.round((seconds * RECORDS_A_SECOND) / UNITS)
  const total = records * senders.length
  const [start, started] = [Date.now(), performance.now()]
  for (let number = 0; number < total; await delay(TICK_MS)) {
    const due = Math.min(total, ((performance.now() - started) * RECORDS_A_SECOND) / 1000)
    for (; number < due; number += 1) {
      const index = Math.floor(number / senders.length)
      const { unit, place, lane } = senders[number % senders.length] as Sender
      const record = `{"messageUTC":${start + index * RECORD_MS},"${ALERT_FIELD}":${levelOf(place, index)}}`
      lane.publish(publishPacket(topics.data(unit, ALERT_SOURCE), record, index))
    }
  }
  await Promise.all(senders.map(({ lane }) => lane.acknowledged()))
  return { start, records }
}

/** Follows a slow course with some noise about it, so that it crosses the limit a few times each time. */
function levelOf(place: number, index: number): number {
  const noise = ((Math.imul(place * 7919 + index, 0x9e3779b1) >>> 0) / 2 ** 32 - 0.5) * 4
  return Math.round((ALERT_LIMIT + 20 * Math.sin((2 * Math.PI * (index + place)) / COURSE) + noise) * 100) / 100
}

/** Compares what each alert has found with a look at all levels one by one. Returns how many changes there were. */
async function checkHistory(
  { portal }: BenchContext,
  senders: readonly Sender[],
  alerts: ReadonlyMap<string, AlertId>,
  { start, records }: Sent,
): Promise<number> {
  await untilJudged(portal, start + (records - 1) * RECORD_MS)
  const token = await portal.signIn()
  let count = 0
  for (const { unit, place } of senders) {
    const alertID = alerts.get(unit)
    if (alertID === undefined) throw new Error(`there is no alert on ${unit}`)
    const { details } = await call(portal, listAlertHistory, { token, query: { alertID, limit: 500 } })
    const found = details.history
      .filter(({ happening }) => happening === 'high' || happening === 'ok')
      .map(({ happening, atUTC }) => `${happening} at ${Date.parse(atUTC) - start}`)
      .toReversed()
    const expected = changesOf(place, records)
    insist(found.join() === expected.join(), () => `the alert on ${unit} found ${found.join()}, not ${expected.join()}`)
    count += expected.length
  }
  return count
}

function changesOf(place: number, records: number): string[] {
  const changes: string[] = []
  let status = 'ok'
  for (let index = 0; index < records; index += 1) {
    const now = levelOf(place, index) > ALERT_LIMIT ? 'high' : 'ok'
    if (now !== status) changes.push(`${now} at ${index * RECORD_MS}`)
    status = now
  }
  return changes
}

async function untilJudged(portal: BenchContext['portal'], lastAt: number): Promise<void> {
  const patience = createPatience(PATIENCE_MS)
  for (;;) {
    const [row] = await portal.query<{ count: string }>(
      "select count(*) as count from alert_unit where data_id ~ '^bench-alert-[0-9]+$' and last_at = $1",
      [lastAt],
    )
    if (Number(row?.count) === UNITS) return
    insist(
      !patience.isOver(Number(row?.count)),
      () => `only ${row?.count} alerts have seen the last record, and no more for ${PATIENCE_MS / 1000} s`,
    )
    await delay(100)
  }
}
