import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { BenchPortal } from '../bench-portal.ts'
import { BODIES_IN_FLIGHT, BODY_RECORDS } from '../measures/send-history.ts'
import { deliverAll } from '../deliver.ts'
import { openPool } from '../stores/postgres.ts'
import { ALL_FIELDS, recordOf, type SensorSource, stretchesOf } from '../stretches.ts'

export const SOURCE = 'sensor'

const DAY_SECONDS = 86_400

/** A unit whose four fields were read once a second until a moment. */
export function sourceUntil(unit: string, until: number, { days }: { days: number }): SensorSource {
  const readings = days * DAY_SECONDS
  return { unit, source: SOURCE, fields: ALL_FIELDS, sensor: { seed: 7, start: until - readings * 1000 }, readings }
}

/** Sends all readings of a source: first those that were sent in their turn, then the late ones. */
export async function fill(portal: BenchPortal, source: SensorSource): Promise<void> {
  for (const late of [false, true]) {
    const stretches = stretchesOf(source, { late, size: BODY_RECORDS })
    await deliverAll(
      stretches.map((stretch) => portal.store.prepare([stretch])),
      BODIES_IN_FLIGHT,
    )
  }
}

/** Gives a unit a page of charts; each of them draws all fields of the source. */
export async function giveCharts(portal: BenchPortal, unit: string, count: number): Promise<void> {
  const fields = ALL_FIELDS.map((field) => ({ field, friendlyName: field }))
  const charts = Array.from({ length: count }, (_, index) => ({
    title: `Chart ${index + 1}`,
    type: 'timeseries',
    specifications: { [SOURCE]: fields },
  }))
  const pool = openPool(portal.dataFolder, 'fieldwatch')
  try {
    await pool.query(
      `insert into template (id, entity_id, definition) select $1, id, $2 from entity where name = 'Benchmark'`,
      [unit, TemplateDefinition.parse({ title: unit, timeSeries: { charts } })],
    )
    await pool.query('update unit set default_template = $1 where data_id = $1', [unit])
  } finally {
    await pool.end()
  }
}

/** Sends one reading of many: those at every so many seconds. */
export async function fillSparsely(portal: BenchPortal, source: SensorSource, everySeconds: number): Promise<void> {
  const indexes = Array.from({ length: Math.floor(source.readings / everySeconds) }, (_, turn) => turn * everySeconds)
  const records = indexes.map((index) => recordOf(source, index))
  await portal.store.prepare([{ ...source, records }])()
}
