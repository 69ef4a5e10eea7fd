import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { openSharedDatabase } from '#platform/database/configured-database.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { readConfig } from '#config.ts'
import { formatMessage } from './format-message.ts'
import { printWaiting } from './print-waiting.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage:
  npm run outbox [-- --last COUNT]
      Prints the mails and SMS that wait to be sent, at most the newest COUNT (20).
`

const limit = readLimit(process.argv.slice(2))
await runCommand(USAGE, limit === undefined ? undefined : () => printOutbox(limit))

async function printOutbox(most: number): Promise<string> {
  await using stack = new AsyncDisposableStack()
  const log = pino({ level: 'error' }, process.stderr)
  const { db } = await openSharedDatabase(readConfig(process.env), log, stack, printWaiting)
  const messages = await createOutboxStore(db).listWaiting(most)
  return messages.length === 0 ? 'The outbox is empty.\n' : messages.map(formatMessage).join('\n')
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
