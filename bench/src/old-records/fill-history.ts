import { encodeChunk } from '@fieldwatch/server/records/chunks/chunk'
import { recordsPerChunk } from '@fieldwatch/server/records/chunks/gather-records'
import { insertChunkQuery } from '@fieldwatch/server/records/store/chunk-store'
import type pg from 'pg'
import { hasReading, timeAt, valueAt } from '../sensor-records.ts'
import type { SensorSource } from '../stretches.ts'

/** Writes a source by chunks as a backfill leaves them, without sending it: as if it had arrived an hour after its last reading. */
export async function fillSource(pool: pg.Pool, source: SensorSource): Promise<number> {
  const sourceKey = await keyOf(pool, source.unit, source.source)
  const size = recordsPerChunk(source.fields.length)
  const arrivedAt = source.sensor.start + source.readings * 1000 + 3_600_000
  let count = 0
  for (let first = 0; first < source.readings; first += size) {
    const readings = readingsOf(source, first, Math.min(source.readings, first + size))
    const at = Float64Array.from(readings, (index) => timeAt(source.sensor, index))
    const columns = new Map(
      source.fields.map((name, field) => [
        name,
        Float64Array.from(readings, (index) => valueAt(source.sensor, field, index)),
      ]),
    )
    const chunk = encodeChunk({ at, receivedAt: new Float64Array(at.length).fill(arrivedAt), columns })
    const arrivals = { firstReceivedAt: arrivedAt, lastReceivedAt: arrivedAt, block: undefined }
    const { text, values } = insertChunkQuery(sourceKey, chunk, arrivals)
    await pool.query(text, values)
    count += at.length
  }
  return count
}

export async function keyOf(pool: pg.Pool, unit: string, name: string): Promise<number> {
  const { rows } = await pool.query<{ key: number }>(
    'select source_key::int as key from source where data_id = $1 and name = $2',
    [unit, name],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`${unit} has no source ${name}`)
  return row.key
}

function readingsOf({ sensor }: SensorSource, from: number, to: number): number[] {
  const readings: number[] = []
  for (let index = from; index < to; index += 1) if (hasReading(sensor, index)) readings.push(index)
  return readings
}

/** Sources of the same unit with the same chunks: summaries of their own, and references to the same objects. */
export async function repeatSource(pool: pg.Pool, { unit, source }: SensorSource, copies: number): Promise<string[]> {
  const original = await keyOf(pool, unit, source)
  const names = Array.from({ length: copies }, (_, copy) => `${source}_${copy}`)
  for (const name of names) {
    await pool.query(
      `insert into source (data_id, name, field_types, last_received_at)
       select data_id, $2, field_types, last_received_at from source where source_key = $1`,
      [original, name],
    )
    const key = await keyOf(pool, unit, name)
    for (const [table, columns] of TABLES) {
      await pool.query(
        `insert into ${table} (source_key, ${columns}) select $2::bigint, ${columns} from ${table} where source_key = $1`,
        [original, key],
      )
    }
  }
  await pool.query('vacuum analyze record_chunk, record_column, record_summary')
  return names
}

const TABLES = [
  ['record_chunk', 'start_at, end_at, count, first_received_at, last_received_at, levels, times, arrivals, object_id'],
  ['record_column', 'start_at, field, data'],
  ['record_summary', 'start_at, field, bucket_ms, data'],
] as const
