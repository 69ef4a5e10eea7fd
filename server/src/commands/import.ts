import { pino } from 'pino'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { openSharedDatabase } from '#platform/database/configured-database.ts'
import { startServerLease } from '#platform/leases/server-lease.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { systemRandom } from '#platform/random/random.ts'
import { systemClock, systemPause } from '#platform/time/clock.ts'
import { undoImport } from '#features/imports/steer-import.ts'
import { runImport } from '#features/imports/run-import.ts'
import { createImportStore } from '#features/imports/import-store.ts'
import { IDLE_WORKER } from '#platform/work/worker.ts'
import { startChunkStore } from '#records/store/start-chunk-store.ts'
import { readConfig } from '#config.ts'
import { ArgumentError } from './admin-arguments.ts'
import { IMPORT_USAGE, parseImportArguments } from './import-arguments.ts'
import { importFile, type ImportingParts } from './import-file.ts'
import { printWaiting } from './print-waiting.ts'
import { checkText, importedText } from './counts-text.ts'
import { helpIfAsked } from './help.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

helpIfAsked(IMPORT_USAGE)
try {
  const command = parseImportArguments(process.argv.slice(2))
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  await using stack = new AsyncDisposableStack()
  const parts = await makeParts(stack, stopping.signal)
  if ('undo' in command) await undo(parts, command.undo)
  else {
    const { state, counts, importID } = await importFile(parts, command)
    if (stopping.signal.aborted) print(`Import ${importID} was interrupted. A server of the portal continues it.`)
    else if (command.check) print(`Checked, and nothing was stored: ${checkText(counts)}`)
    else print(`Import ${importID} is ${state}: ${importedText(counts)}`)
  }
} catch (error) {
  if (error instanceof ArgumentError) {
    process.stderr.write(`${error.message}\n\n${IMPORT_USAGE}`)
    process.exitCode = 2
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/** What works on imports, with its own lease, so that no server takes them in the meantime. */
async function makeParts(stack: AsyncDisposableStack, signal: AbortSignal): Promise<ImportingParts> {
  const config = readConfig(process.env)
  const log = pino({ level: 'error' }, process.stderr)
  const database = await openSharedDatabase(config, log, stack, printWaiting)
  const bus = createInProcessBus(log)
  const metrics = createMetrics()
  const server = await startServerLease({ db: database.ingest.db, random: systemRandom, log })
  stack.defer(() => server.close())
  const storage = {
    database,
    bus,
    clock: systemClock,
    metrics,
    log,
    retention: { rawDays: undefined, summaryDays: undefined },
    history: config.history,
    pause: systemPause,
    server,
    worker: IDLE_WORKER,
    isWorker: false,
  }
  const { reader, workers, history } = startChunkStore(storage, stack)
  const { db, pool } = database.background
  return {
    steering: { db, clock: systemClock, sourcesPerUnit: config.ingest.sourcesPerUnit },
    running: { db, pool, workers, history, reader, bus, clock: systemClock, metrics },
    server: server.name,
    signal,
    print,
  }
}

async function undo({ steering, running, server, signal }: ImportingParts, id: number): Promise<void> {
  await undoImport(steering, undefined, id, server)
  await runImport(running, await createImportStore(steering.db).get(id), { server, signal })
  print(`Import ${id} is undone.`)
}
