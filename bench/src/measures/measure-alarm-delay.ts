import { formatCount } from '@fieldwatch/contract/text/number-text'
import { setTimeout as delay } from 'node:timers/promises'
import { listAlerts } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { call } from '@fieldwatch/e2e/support/api'
import type { BenchContext } from '../bench-context.ts'
import { insist } from '../checks/wrong-answer.ts'
import { percentile } from '../report/percentile.ts'
import type { Result } from '../report/result.ts'
import { type MqttLane, openMqttLane, publishPacket } from '../transport/mqtt-lane.ts'
import { MESSAGES_A_SECOND, publishSteadily } from './measure-live.ts'
import { addMqttUnits, connectUnits, packetsOf } from './mqtt-units.ts'
import { addValueAlerts, ALERT_FIELD, ALERT_SOURCE, removeAlerts } from './value-alerts.ts'

/** Below the number of single notifications that one person gets in an hour. */
const ALERTS_A_PERSON = 10
const LOOK_MS = 25
const PATIENCE_MS = 60_000
const PREFIX = 'bench-alarm-'

interface Probe {
  readonly unit: string
  readonly alertId: AlertId
  readonly lane: MqttLane
}

/** From the record that triggers an alert to the mail of which the mail server has taken the last byte, and to the state that can be read. */
export async function measureAlarmDelay(context: BenchContext): Promise<Result[]> {
  const { portal, watch, sizes } = context
  const readings = Math.ceil((sizes.liveSeconds * MESSAGES_A_SECOND) / 50) + 1
  const sources = await addMqttUnits(context, { prefix: 'bench-alert-load', readings })
  const packets = sources.map((source) => packetsOf(source))
  const load = await connectUnits(portal, sources)
  for (const [place, lane] of load.entries()) lane.publish(packets[place]?.[0] as Buffer)
  await Promise.all(load.map((lane) => lane.acknowledged()))
  const others = await addValueAlerts(
    portal,
    sources.map(({ unit }) => ({ unit, viewers: [] })),
  )
  const probes = await openProbes(context)
  const mailedAt = new Map<string, number>()
  const stop = portal.mails.onMail(({ text, at }) => {
    for (const [unit] of text.matchAll(/bench-alarm-\d+/g)) if (!mailedAt.has(unit)) mailedAt.set(unit, at)
  })

  const published = new Map<string, number>()
  const triggered = new Map<string, number>()
  const token = await portal.signIn()
  const ask = async ({ unit, alertId, lane }: Probe): Promise<void> => {
    published.set(unit, performance.now())
    publishLevel(lane, unit, 100)
    triggered.set(unit, await untilTriggered(context, alertId, token))
  }
  await watch.during('alarms', async () => {
    const loading = publishSteadily(load, packets)
    const pause = (sizes.liveSeconds * 1000) / probes.length
    const asking: Promise<void>[] = []
    for (const probe of probes) {
      asking.push(ask(probe))
      await delay(pause)
    }
    await Promise.all([loading, ...asking])
    await untilAll(() => mailedAt.size === probes.length, 'every alarm to be mailed')
  })
  stop()
  await removeAlerts(portal, [...others.values(), ...probes.map(({ alertId }) => alertId)])
  for (const lane of [...load, ...probes.map((probe) => probe.lane)]) lane.close()

  const since = (moments: ReadonlyMap<string, number>): number[] =>
    probes.map(({ unit }) => (moments.get(unit) ?? Number.NaN) - (published.get(unit) ?? Number.NaN))
  const under = `under ${formatCount(MESSAGES_A_SECOND)} messages/s, p99`
  const [mailed, read] = [since(mailedAt), since(triggered)]
  return [
    {
      work: `record that triggers an alert to its mail being taken by a mail server ${under}`,
      unit: 'ms',
      target: 2_000,
      measured: percentile(mailed, 0.99),
      note: `${mailed.length} alarms; p50 ${percentile(mailed, 0.5).toFixed(0)} ms. The units of the load have alerts, too.`,
    },
    {
      work: `record that triggers an alert to its state being read as Triggered ${under}`,
      unit: 'ms',
      target: 1_000,
      measured: percentile(read, 0.99),
      note: `Asked for every ${LOOK_MS} ms; p50 ${percentile(read, 0.5).toFixed(0)} ms.`,
    },
  ]
}

/** Units that are low, each with an alert that notifies one of several people. */
async function openProbes({ portal, sizes }: BenchContext): Promise<Probe[]> {
  const units = Array.from({ length: sizes.alarms }, (_, number) => `${PREFIX}${number}`)
  await portal.addUnits(units)
  const lanes = await Promise.all(
    units.map((dataID) => openMqttLane(portal.mqttUrl, { dataID, token: portal.tokenOf(dataID) })),
  )
  for (const [place, lane] of lanes.entries()) publishLevel(lane, units[place] ?? '', 0)
  await Promise.all(lanes.map((lane) => lane.acknowledged()))
  const people = await addPeople(portal, Math.ceil(units.length / ALERTS_A_PERSON))
  const alerts = await addValueAlerts(
    portal,
    units.map((unit, place) => ({ unit, viewers: [people[Math.floor(place / ALERTS_A_PERSON)] ?? ''] })),
  )
  return units.flatMap((unit, place) => {
    const [alertId, lane] = [alerts.get(unit), lanes[place]]
    return alertId === undefined || lane === undefined ? [] : [{ unit, alertId, lane }]
  })
}

async function addPeople(portal: BenchContext['portal'], count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, number) => `bench-person-${number}`)
  await portal.query(
    `insert into app_user (id, email, entity_id, role, first_name, last_name)
     select id, id || '@fieldwatch.example', $2, 'viewer', 'Bench', 'Mark' from unnest($1::text[]) given (id)`,
    [ids, portal.entity],
  )
  return ids
}

function publishLevel(lane: MqttLane, unit: string, level: number): void {
  const record = JSON.stringify({ messageUTC: Date.now(), [ALERT_FIELD]: level })
  lane.publish(publishPacket(topics.data(unit, ALERT_SOURCE), record, level))
}

async function untilTriggered({ portal }: BenchContext, alertID: AlertId, token: string): Promise<number> {
  for (const started = performance.now(); performance.now() - started < PATIENCE_MS; await delay(LOOK_MS)) {
    const { details } = await call(portal, listAlerts, { token, query: { alertID } })
    if (details[0]?.status === 'high') return performance.now()
  }
  insist(false, () => `the alert ${alertID} was never triggered`)
  return Number.NaN
}

async function untilAll(isDone: () => boolean, what: string): Promise<void> {
  const started = performance.now()
  while (!isDone()) {
    insist(performance.now() - started < PATIENCE_MS, () => `waited in vain for ${what}`)
    await delay(LOOK_MS)
  }
}
