import { pino } from 'pino'
import { createInProcessBus } from '@fieldwatch/server/platform/bus/bus'
import { openSharedDatabase } from '@fieldwatch/server/platform/database/configured-database'
import { startServerLease } from '@fieldwatch/server/platform/leases/server-lease'
import { createMetrics } from '@fieldwatch/server/platform/metrics/metrics'
import { systemRandom } from '@fieldwatch/server/platform/random/random'
import { systemClock, systemPause } from '@fieldwatch/server/platform/time/clock'
import { undoImport } from '../steer-import.ts'
import { recordImports } from '../extension.ts'
import { runImport } from '../run-import.ts'
import { createImportStore } from '../import-store.ts'
import { IDLE_WORKER } from '@fieldwatch/server/platform/work/worker'
import { startChunkStore } from '@fieldwatch/server/records/store/start-chunk-store'
import { readConfig } from '@fieldwatch/server/config'
import { ArgumentError } from '@fieldwatch/server/commands/admin-arguments'
import { IMPORT_USAGE, parseImportArguments } from './import-arguments.ts'
import { importFile, type ImportingParts } from './import-file.ts'
import { printWaiting } from '@fieldwatch/server/commands/print-waiting'
import { checkText, importedText } from './counts-text.ts'
import { helpIfAsked } from '@fieldwatch/server/commands/help'

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
  if (!config.extensions.includes(recordImports))
    throw new Error('FIELDWATCH_EXTENSIONS leaves out record-imports, so that nothing can be imported.')
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
