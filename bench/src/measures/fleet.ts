import { readAll } from '@fieldwatch/e2e/support/api'
import type { BenchContext } from '../bench-context.ts'
import { checkRecords } from '../checks/check-records.ts'
import { deliverAll } from '../deliver.ts'
import type { Result } from '../report/result.ts'
import { SERVED_ROWS, startServedRows } from '../stores/served-rows.ts'
import type { Delivery, Store } from '../stores/store.ts'
import { ALL_FIELDS, recordOf, type SensorSource } from '../stretches.ts'

const UNITS = 100
const SOURCES_A_UNIT = 10
const RECORDS_A_SOURCE = 2
const IN_FLIGHT = 64
const RECORDS_A_BATCH = SOURCES_A_UNIT * RECORDS_A_SOURCE
export const FLEET_PREFIX = 'bench-fleet'

/** A hundred units with a thousand sources between them, which have sent small batches in turn. */
export interface Fleet {
  readonly sources: readonly SensorSource[]
  readonly interleaved: Result
}

export async function loadFleet({ portal, watch, sizes, today, compare }: BenchContext): Promise<Fleet> {
  const units = Array.from({ length: UNITS }, (_, unit) => fleetUnit(unit, today, sizes.rounds))
  await portal.addUnits(units.map(([first]) => first?.unit ?? ''))
  const measured = await watch.during('batches', () => sendRounds(portal.store, units, sizes.rounds))
  const sources = units.flat()
  await checkSome(portal, sources)
  const yardsticks = await compare((yardstick) => sendRounds(yardstick, units, sizes.yardstickRounds))
  const served = await sendToServedRows(portal, units, sizes.yardstickRounds)
  return {
    sources,
    interleaved: {
      work: `batches of ${UNITS} units in turn by POST ingest, durable`,
      unit: 'records/s',
      target: 40_000,
      against: { yardstick: SERVED_ROWS, ratio: 1.5 },
      measured,
      yardsticks: [...yardsticks, { name: SERVED_ROWS, figure: served }],
      note: `A batch has ${RECORDS_A_SOURCE} records of each of ${SOURCES_A_UNIT} sources; ${IN_FLIGHT} are under way. VictoriaMetrics and InfluxDB answer before the data is on disk. The tables are written by the benchmark itself, over 16 connections, but for ${SERVED_ROWS}: a small server that checks tokens and records.`,
    },
  }
}

function fleetUnit(unit: number, today: number, rounds: number): SensorSource[] {
  return Array.from({ length: SOURCES_A_UNIT }, (_, source) => ({
    unit: `${FLEET_PREFIX}-${unit}`,
    source: `sensor_${source}`,
    fields: ALL_FIELDS,
    sensor: { seed: 1000 + unit * SOURCES_A_UNIT + source, start: today - 86_400_000 },
    readings: rounds * RECORDS_A_SOURCE,
  }))
}

/** Records a second. */
async function sendRounds(store: Store, units: readonly SensorSource[][], rounds: number): Promise<number> {
  const deliveries: Delivery[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const sources of units) deliveries.push(store.prepare(sources.map((source) => stretchOf(source, round))))
  }
  return (deliveries.length * RECORDS_A_BATCH) / (await deliverAll(deliveries, IN_FLIGHT))
}

async function sendToServedRows(
  portal: BenchContext['portal'],
  units: readonly SensorSource[][],
  rounds: number,
): Promise<number> {
  const tokens = units.flatMap(([first]) =>
    first === undefined ? [] : [[first.unit, portal.tokenOf(first.unit)] as const],
  )
  const served = await startServedRows({ dataFolder: portal.dataFolder, tokens })
  try {
    return await sendRounds(served, units, rounds)
  } finally {
    await served.close()
  }
}

function stretchOf(source: SensorSource, round: number) {
  const first = round * RECORDS_A_SOURCE
  return {
    ...source,
    records: Array.from({ length: RECORDS_A_SOURCE }, (_, place) => recordOf(source, first + place)),
  }
}

/** Reads the records of every fortieth source back. */
async function checkSome(portal: BenchContext['portal'], sources: readonly SensorSource[]): Promise<void> {
  const token = await portal.signIn()
  for (const source of sources.filter((_, place) => place % 40 === 0)) {
    const records = await readAll(portal, { token }, source.unit, source.source)
    checkRecords(source, { first: 0, count: source.readings }, records)
  }
}
