import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { openSharedDatabase } from '#platform/database/configured-database.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { readConfig } from '#config.ts'
import { formatMessage } from './format-message.ts'
import { printWaiting } from './print-waiting.ts'
import { helpIfAsked } from './help.ts'

const USAGE = `Usage:
  npm run outbox [-- --last COUNT]
      Prints the mails and SMS that wait to be sent, at most the newest COUNT (20).
`

helpIfAsked(USAGE)
const limit = readLimit(process.argv.slice(2))
if (limit === undefined) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else {
  try {
    await using stack = new AsyncDisposableStack()
    const log = pino({ level: 'error' }, process.stderr)
    const { db } = await openSharedDatabase(readConfig(process.env), log, stack, printWaiting)
    const messages = await createOutboxStore(db).listWaiting(limit)
    process.stdout.write(messages.length === 0 ? 'The outbox is empty.\n' : messages.map(formatMessage).join('\n'))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/** Undefined when the arguments mean nothing. */
function readLimit(args: string[]): number | undefined {
  try {
    const { values } = parseArgs({ args, options: { last: { type: 'string', default: '20' } } })
    const count = Number(values.last)
    return Number.isInteger(count) && count > 0 ? count : undefined
  } catch {
    return undefined
  }
}
