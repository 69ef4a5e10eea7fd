import { pino } from 'pino'
import { openSharedDatabase } from '#platform/database/configured-database.ts'
import { systemRandom } from '#platform/random/random.ts'
import { systemClock } from '#platform/time/clock.ts'
import { readConfig } from '#config.ts'
import { ArgumentError, parseAdminArguments, USAGE } from './admin-arguments.ts'
import { runAdmin } from './run-admin.ts'
import { printWaiting } from './print-waiting.ts'
import { helpIfAsked } from './help.ts'

helpIfAsked(USAGE)
try {
  const command = parseAdminArguments(process.argv.slice(2))
  const log = pino({ level: 'error' }, process.stderr)
  await using stack = new AsyncDisposableStack()
  const config = readConfig(process.env)
  const { db } = await openSharedDatabase(config, log, stack, printWaiting)
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  process.stdout.write(await runAdmin({ db, clock: systemClock, random: systemRandom, publicUrl }, command))
} catch (error) {
  if (error instanceof ArgumentError) {
    process.stderr.write(`${error.message}\n\n${USAGE}`)
    process.exitCode = 2
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
