import { parseArgs } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { signIn } from '@fieldwatch/contract/people/auth'
import { getSeries, MAX_SERIES_WIDTH } from '@fieldwatch/contract/telemetry/data'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { formatCount } from '@fieldwatch/contract/text/number-text'
import { call, createUnit, createUser, PASSWORD } from '@fieldwatch/e2e/support/api'
import { type Portal, startPortal } from '@fieldwatch/e2e/support/portal'
import { startBucketServer } from '@fieldwatch/server/records/history/testing/bucket-server'
import type pg from 'pg'
import { readArrow } from '../checks/arrow-table.ts'
import { checkRaw } from '../checks/check-raw.ts'
import { percentile } from '../report/percentile.ts'
import { openPool } from '../stores/postgres.ts'
import { ALL_FIELDS, type SensorSource } from '../stretches.ts'
import { fillSource, repeatSource } from './fill-history.ts'

const { values } = parseArgs({
  options: { copies: { type: 'string', default: '50' }, days: { type: 'string', default: '365' } },
})
const COPIES = Number(values.copies)
const YEAR_DAYS = Number(values.days)
const EMAIL = 'old@bench.example'
const UNIT = 'bench-old'
const DAY = 86_400_000
const WIDTH = 1_200
/** How long a service like S3 takes to answer. */
const BUCKET_MS = 30
const READS = 15
/** Days of three years ago. */
const OLD_DAYS = READS * 2 + 2
const TODAY = Math.floor(Date.now() / DAY) * DAY

const year: SensorSource = sourceOf('year', { start: TODAY - (YEAR_DAYS + 2) * DAY, days: YEAR_DAYS, seed: 11 })
const old: SensorSource = sourceOf('old', { start: TODAY - 3 * 365 * DAY, days: OLD_DAYS, seed: 12 })

await using stack = new AsyncDisposableStack()
const bucket = await startBucketServer()
stack.defer(bucket.close)
const portal = await startPortal({
  FIELDWATCH_HISTORY_S3_ENDPOINT: bucket.settings.endpoint,
  FIELDWATCH_HISTORY_S3_BUCKET: bucket.settings.bucket,
  FIELDWATCH_HISTORY_S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
  FIELDWATCH_HISTORY_S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
  FIELDWATCH_HISTORY_S3_AFTER_DAYS: '1',
})
stack.defer(() => portal.close())
const pool = openPool(portal.dataFolder, 'fieldwatch')
stack.defer(() => pool.end())
await prepare(portal)
const points = ((await fillSource(pool, year)) + (await fillSource(pool, old))) * ALL_FIELDS.length
await moveAll(pool)
const moved = await bucketBytes(pool)
row('points', formatCount(points))
row('objects in the bucket', `${(moved / 1e6).toFixed(0)} MB`)
row('chunks and summaries in PostgreSQL', `${((await telemetryBytes(pool)) / 1e6).toFixed(0)} MB`)
bucket.door.delayMs = BUCKET_MS
const asked = bucket.door.requests.length
await measure('', { yearName: year.source, oldName: old.source })
row('requests to the bucket', String(bucket.door.requests.length - asked))

if (COPIES > 0) await measureMany()

/** Sources with the same chunks, which refer to the same objects: a larger history by size, without its time. */
async function measureMany(): Promise<void> {
  const names = await repeatSource(pool, year, COPIES)
  const oldNames = await repeatSource(pool, old, COPIES)
  const bytes = await telemetryBytes(pool)
  row(`${formatCount(COPIES)} times more sources, with the same chunks`, `${(bytes / 1e9).toFixed(2)} GB in PostgreSQL`)
  row(
    '  as history',
    `${(((COPIES + 1) * moved) / 1e9).toFixed(1)} GB of objects, ${formatCount(points * (COPIES + 1))} points`,
  )
  await measure(' of many', { yearName: names.at(-1) ?? '', oldName: oldNames.at(-1) ?? '' })
}

function sourceOf(source: string, { start, days, seed }: { start: number; days: number; seed: number }): SensorSource {
  return { unit: UNIT, source, fields: ALL_FIELDS, sensor: { seed, start }, readings: (days * DAY) / 1000 }
}

function row(what: string, figure: string): void {
  console.log(`${what.padEnd(52)} ${figure.padStart(24)}`)
}

/** The unit, and its sources with a record of now. */
async function prepare(at: Portal): Promise<void> {
  const user = await createUser(at, { email: EMAIL, entity: 'Old' })
  const token = await createUnit(at, user, UNIT)
  for (const { source, fields } of [year, old]) {
    const record = Object.fromEntries(fields.map((field) => [field, 1.5]))
    await call(at, ingestSource, { params: { dataID: UNIT, source }, body: record, token })
  }
}

async function moveAll(db: pg.Pool): Promise<void> {
  for (let moved = -1; ; await delay(1_000)) {
    await db.query(
      'update history_move set due_at = 0, source_key = 0, start_at = 0 where held_by is null and due_at > 0',
    )
    const { rows } = await db.query<{ moved: number; left: number }>(
      'select count(object_id)::int as moved, count(*) filter (where object_id is null)::int as left from record_chunk',
    )
    // The last chunk of each source stays.
    if (rows[0]?.left === 2 && rows[0].moved === moved) return
    moved = rows[0]?.moved ?? 0
  }
}

async function measure(what: string, { yearName, oldName }: { yearName: string; oldName: string }): Promise<void> {
  const { details } = await call(portal, signIn, { body: { email: EMAIL, password: PASSWORD } })
  const read = async (source: string, { from, to, width, fields }: Asked): Promise<{ ms: number; bytes: Buffer }> => {
    const path = getSeries.path.replace(':dataID', UNIT).replace(':subject', source)
    const query = new URLSearchParams({ fields: fields.join(','), from: `${from}`, to: `${to}`, width: `${width}` })
    const started = performance.now()
    const answer = await fetch(`${portal.url}${path}?${query.toString()}`, {
      headers: { authorization: `Bearer ${details.idToken}` },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (!answer.ok) throw new Error(`the series answered ${answer.status}: ${bytes.toString()}`)
    return { ms: performance.now() - started, bytes }
  }
  for (const fields of [ALL_FIELDS.slice(0, 1), ALL_FIELDS]) {
    const times: number[] = []
    for (let turn = 0; turn < READS; turn += 1) {
      // Each read has its own range, as the portal caches answers.
      const from = year.sensor.start + turn * 1000
      times.push((await read(yearName, { from, to: TODAY - 2 * DAY, width: WIDTH, fields })).ms)
    }
    const [first = 0, ...others] = times
    const which = `${YEAR_DAYS} d × 1 Hz × ${fields.length} at ${WIDTH} px${what}`
    row(`${which}, the first time`, `${first.toFixed(0)} ms`)
    row(`${which}, p50`, `${percentile(others, 0.5).toFixed(0)} ms`)
  }
  const days: number[] = []
  for (let turn = 0; turn < READS; turn += 1) {
    // Every other day, so that none was read ahead.
    const from = old.sensor.start + (turn * 2 + 1) * DAY
    const range = { from, to: from + DAY }
    const { ms, bytes } = await read(oldName, { ...range, width: MAX_SERIES_WIDTH, fields: ALL_FIELDS })
    checkRaw(old, range, readArrow(bytes, ALL_FIELDS))
    days.push(ms)
  }
  row(`raw day of three years ago × 4, cold${what}, p50`, `${percentile(days, 0.5).toFixed(0)} ms`)
  row(`raw day of three years ago × 4, cold${what}, most`, `${Math.max(...days).toFixed(0)} ms`)
}

interface Asked {
  readonly from: number
  readonly to: number
  readonly width: number
  readonly fields: readonly string[]
}

async function bucketBytes(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ bytes: string }>('select sum(bytes) as bytes from history_object')
  return Number(rows[0]?.bytes)
}

async function telemetryBytes(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ bytes: string }>(`
    select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where relkind = 'r' and relname in ('record_chunk', 'record_column', 'record_summary')`)
  return Number(rows[0]?.bytes)
}
