import { type BenchContext, VALUE_TABLE } from '../bench-context.ts'
import { deliverAll } from '../deliver.ts'
import type { Result } from '../report/result.ts'
import type { Store } from '../stores/store.ts'
import { ALL_FIELDS, type SensorSource, stretchesOf } from '../stretches.ts'

/** Records of one body: some 1.5 MB of JSON. */
const BODY_RECORDS = 20_000
const IN_FLIGHT = 4
const READINGS_A_DAY = 86_400

/** The days of one source that are backfilled, and then read. */
export interface History {
  readonly source: SensorSource
  readonly days: number
  readonly backfill: Result
  readonly late: Result
  readonly storage: Result
}

/** Sends it to the portal and to every yardstick, one after the other, and weighs what each keeps. */
export async function loadHistory({ portal, watch, sizes, today, compare }: BenchContext): Promise<History> {
  const source = historySource(today, sizes.historyDays)
  await portal.addUnits([source.unit])
  const before = await portal.storedBytes()
  const measured = await watch.during('backfill', () => sendHistory(portal.store, source))
  await watch.during('compaction', () => portal.settle())
  const storage = await portal.describeStorage()
  const points = measured.count * source.fields.length
  const bytes = ((await portal.storedBytes()) - before) / points
  const sent = new Map<string, SentHistory & { bytes: number }>()
  const backfills = await compare(async (yardstick) => {
    const part = yardstick.name === VALUE_TABLE ? firstDays(source, sizes.valueTableDays) : source
    const start = await yardstick.storedBytes()
    const figures = await sendHistory(yardstick, part)
    await yardstick.settle()
    const stored = (await yardstick.storedBytes()) - start
    sent.set(yardstick.name, { ...figures, bytes: stored / (figures.count * source.fields.length) })
    return figures.ordered
  })
  const others = (pick: (one: SentHistory & { bytes: number }) => number) =>
    backfills.map(({ name, figure }) => {
      const one = sent.get(name)
      return { name, figure: one === undefined ? figure : pick(one) }
    })
  return {
    source,
    days: sizes.historyDays,
    backfill: {
      work: `backfill of ${sizes.historyDays} d × 1 Hz × 4 fields by POST ingest`,
      unit: 'records/s',
      target: 300_000,
      against: { yardstick: 'VictoriaMetrics', ratio: 0.8 },
      measured: measured.ordered,
      yardsticks: backfills,
      note: `In stretches of ${BODY_RECORDS} records, ${IN_FLIGHT} under way. The table of one row a value gets ${sizes.valueTableDays} days.`,
    },
    late: {
      work: 'late records into the backfill',
      unit: 'records/s',
      measured: measured.late,
      yardsticks: others(({ late }) => late),
      note: 'Some in a thousand records, in runs of up to two minutes all over the time, in one body.',
    },
    storage: {
      work: 'bytes a point on disk, indexes included',
      unit: 'bytes/point',
      target: 2.5,
      measured: bytes,
      yardsticks: others(({ bytes: own }) => own),
      note: `The portal had ${storage} then.`,
    },
  }
}

function historySource(today: number, days: number): SensorSource {
  return {
    unit: 'bench-history',
    source: 'sensor',
    fields: ALL_FIELDS,
    sensor: { seed: 1, start: today - days * READINGS_A_DAY * 1000 },
    readings: days * READINGS_A_DAY,
  }
}

function firstDays(source: SensorSource, days: number): SensorSource {
  return { ...source, readings: Math.min(source.readings, Math.round(days * READINGS_A_DAY)) }
}

interface SentHistory {
  readonly count: number
  /** Records a second. */
  readonly ordered: number
  readonly late: number
}

async function sendHistory(store: Store, source: SensorSource): Promise<SentHistory> {
  const ordered = await sendStretches(store, source, { late: false })
  const late = await sendStretches(store, source, { late: true })
  return { count: ordered.count + late.count, ordered: ordered.rate, late: late.rate }
}

async function sendStretches(store: Store, source: SensorSource, { late }: { late: boolean }) {
  let count = 0
  const deliveries = []
  for (const stretch of stretchesOf(source, { late, size: BODY_RECORDS })) {
    count += stretch.records.length
    deliveries.push(store.prepare([stretch]))
  }
  return { count, rate: count / (await deliverAll(deliveries, IN_FLIGHT)) }
}
