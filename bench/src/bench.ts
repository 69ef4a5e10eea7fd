import { type BenchContext, openContext } from './bench-context.ts'
import { loadFleet } from './measures/fleet.ts'
import { loadHistory } from './measures/history.ts'
import { measureAlerts } from './measures/measure-alerts.ts'
import { measureBytes } from './measures/measure-bytes.ts'
import { measureEvents } from './measures/measure-events.ts'
import { measureFills } from './measures/measure-fills.ts'
import { measureLatest } from './measures/measure-latest.ts'
import { measureLive } from './measures/measure-live.ts'
import { measureMessages } from './measures/measure-messages.ts'
import { measureOffline } from './measures/measure-offline.ts'
import { measureRawDay } from './measures/measure-raw-day.ts'
import { measureRequests } from './measures/measure-requests.ts'
import { measureSeries } from './measures/measure-series.ts'
import { measureWatchedDay } from './measures/measure-watched-day.ts'
import { measureYear, YEAR_LEFT_OUT } from './measures/measure-year.ts'
import { loadRoom } from './measures/sent-room.ts'
import { type Options, readOptions } from './options.ts'
import { printTable } from './report/print-table.ts'
import type { Result } from './report/result.ts'
import { FULL, QUICK } from './sizes.ts'

/** Exit code of a run that was ended from the keyboard. */
const INTERRUPTED = 130

try {
  await main(readOptions(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : error)
  process.exitCode = 1
}

async function main(options: Options): Promise<void> {
  const context = await openContext(options.quick ? QUICK : FULL)
  process.once('SIGINT', () => {
    const exit = (): never => process.exit(INTERRUPTED)
    context.close().then(exit, exit)
  })
  try {
    const engine = `Node ${process.versions.node}, generator and yardsticks beside`
    await printTable({ quick: options.quick, engine }, async (results) => {
      await measure(context, options, results)
      results.push(...(await context.watch.results()))
    })
  } finally {
    await context.close()
  }
}

/** Adds to the results part by part. */
async function measure(context: BenchContext, { only, year }: Options, results: Result[]): Promise<void> {
  const part = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    console.error(`… ${name}`)
    return work()
  }
  const needsRecords = only.has('ingest') || only.has('reads')
  if (needsRecords || only.has('disk')) {
    const history = await part('backfill', () => loadHistory(context))
    if (only.has('ingest')) results.push(history.backfill, history.late)
    if (only.has('disk')) results.push(history.storage)
    if (only.has('reads')) {
      results.push(...(await part('series', () => measureSeries(context, history))))
      results.push(await part('raw day', () => measureRawDay(context, history)))
      results.push(...(year ? await part('year', () => measureYear(context)) : [YEAR_LEFT_OUT]))
    }
  }
  if (only.has('bytes')) results.push(...(await part('bytes', () => measureBytes(context))))
  if (needsRecords) {
    const fleet = await part('batches', () => loadFleet(context))
    if (only.has('ingest')) results.push(fleet.interleaved, await part('offline', () => measureOffline(context)))
    if (only.has('reads')) results.push(await part('latest', () => measureLatest(context, fleet)))
  }
  if (only.has('messages')) results.push(await part('messages', () => measureMessages(context)))
  if (only.has('live')) {
    results.push(...(await part('live', () => measureLive(context))))
    results.push(await part('watched day', () => measureWatchedDay(context)))
  }
  if (only.has('requests')) results.push(...(await part('requests', () => measureRequests(context))))
  if (only.has('events') || only.has('fills')) {
    const room = await part('room', () => loadRoom(context, { year }))
    if (only.has('events')) results.push(...(await part('events', () => measureEvents(context, room))))
    if (only.has('fills')) results.push(...(await part('fills', () => measureFills(context, room))))
  }
  if (only.has('alerts')) results.push(...(await part('alerts', () => measureAlerts(context))))
}
