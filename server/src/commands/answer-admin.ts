import { pino } from 'pino'
import { openSharedDatabase } from '#platform/database/configured-database.ts'
import { systemRandom } from '#platform/random/random.ts'
import { systemClock } from '#platform/time/clock.ts'
import { readConfig } from '#config.ts'
import { ArgumentError, parseAdminArguments, USAGE } from './admin-arguments.ts'
import { runAdmin } from './run-admin.ts'
import { printWaiting } from './print-waiting.ts'

/** What a command is given, and where it writes to. */
interface CommandLine {
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly output: { write(text: string): unknown }
  readonly errors: { write(text: string): unknown }
}

/** Does what was typed behind `npm run admin --`. Returns the exit code. */
export async function answerAdmin({ args, environment, output, errors }: CommandLine): Promise<number> {
  try {
    const command = parseAdminArguments(args)
    const log = pino({ level: 'error' }, process.stderr)
    await using stack = new AsyncDisposableStack()
    const config = readConfig(environment)
    const { db } = await openSharedDatabase(config, log, stack, printWaiting)
    const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
    output.write(await runAdmin({ db, clock: systemClock, random: systemRandom, publicUrl }, command))
    return 0
  } catch (error) {
    if (error instanceof ArgumentError) {
      errors.write(`${error.message}\n\n${USAGE}`)
      return 2
    }
    errors.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}
