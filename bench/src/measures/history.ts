import { type BenchContext, VALUE_TABLE } from '../bench-context.ts'
import type { Result, YardstickFigure } from '../report/result.ts'
import type { Yardstick } from '../stores/store.ts'
import { ALL_FIELDS, type SensorSource } from '../stretches.ts'
import { BODIES_IN_FLIGHT, BODY_RECORDS, sendHistory, type SentHistory } from './send-history.ts'

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
export async function loadHistory(context: BenchContext): Promise<History> {
  const { sizes, today } = context
  const days = sizes.historyDays
  const source = historySource(today, days)
  const portal = await loadPortal(context, source)
  const yardsticks = await loadYardsticks(context, source)
  return {
    source,
    days,
    backfill: {
      work: `backfill of ${days} d × 1 Hz × 4 fields by POST ingest`,
      unit: 'records/s',
      target: 300_000,
      against: { yardstick: 'VictoriaMetrics', ratio: 0.8 },
      measured: portal.ordered,
      yardsticks: figuresOf(yardsticks, ({ ordered }) => ordered),
      note: `In stretches of ${BODY_RECORDS} records, ${BODIES_IN_FLIGHT} under way. The table of one row a value gets ${sizes.valueTableDays} days.`,
    },
    late: {
      work: 'late records into the backfill',
      unit: 'records/s',
      measured: portal.late,
      yardsticks: figuresOf(yardsticks, ({ late }) => late),
      note: 'Some in a thousand records, in runs of up to two minutes all over the time, in one body.',
    },
    storage: {
      work: 'bytes a point on disk, indexes included',
      unit: 'bytes/point',
      target: 1.2,
      measured: portal.bytesAPoint,
      yardsticks: figuresOf(yardsticks, ({ bytesAPoint }) => bytesAPoint),
      note: `The portal had ${portal.storage} then.`,
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

interface KeptHistory extends SentHistory {
  readonly bytesAPoint: number
}

async function loadPortal(
  { portal, watch }: BenchContext,
  source: SensorSource,
): Promise<KeptHistory & { storage: string }> {
  await portal.addUnits([source.unit])
  const before = await portal.storedBytes()
  const sent = await watch.during('backfill', () => sendHistory(portal.store, source))
  await watch.during('compaction', () => portal.settle())
  const bytes = (await portal.storedBytes()) - before
  return { ...sent, bytesAPoint: bytes / pointsOf(sent, source), storage: await portal.describeStorage() }
}

interface LoadedYardstick {
  readonly name: string
  /** Undefined: it is not installed. */
  readonly kept: KeptHistory | undefined
}

async function loadYardsticks({ compare, sizes }: BenchContext, source: SensorSource): Promise<LoadedYardstick[]> {
  const loaded: { yardstick: Yardstick; before: number; sent: SentHistory }[] = []
  const figures = await compare(async (yardstick) => {
    const part = yardstick.name === VALUE_TABLE ? firstDays(source, sizes.valueTableDays) : source
    const before = await yardstick.storedBytes()
    const sent = await sendHistory(yardstick, part)
    loaded.push({ yardstick, before, sent })
    return sent.ordered
  })
  await Promise.all(loaded.map(({ yardstick }) => yardstick.settle()))
  const kept = new Map<string, KeptHistory>()
  for (const { yardstick, before, sent } of loaded) {
    const bytes = (await yardstick.storedBytes()) - before
    kept.set(yardstick.name, { ...sent, bytesAPoint: bytes / pointsOf(sent, source) })
  }
  return figures.map(({ name }) => ({ name, kept: kept.get(name) }))
}

function figuresOf(yardsticks: readonly LoadedYardstick[], pick: (kept: KeptHistory) => number): YardstickFigure[] {
  return yardsticks.map(({ name, kept }) => ({ name, figure: kept === undefined ? 'not installed' : pick(kept) }))
}

function pointsOf({ count }: SentHistory, { fields }: SensorSource): number {
  return count * fields.length
}

function firstDays(source: SensorSource, days: number): SensorSource {
  return { ...source, readings: Math.min(source.readings, Math.round(days * READINGS_A_DAY)) }
}
