import { fstatSync } from 'node:fs'
import { type Logger, pino } from 'pino'

const STANDARD_OUTPUT = 1

/** A log on standard output: for people at a terminal, with priorities for the journal of systemd, as lines of JSON otherwise. */
export function createLog(level: string): Logger {
  const serializers = { err: describeError }
  if (process.stdout.isTTY)
    return pino({ level, serializers, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } })
  const output = pino.destination({ fd: STANDARD_OUTPUT, sync: true })
  return pino({ level, serializers }, isJournal(process.env['JOURNAL_STREAM']) ? withPriority(output) : output)
}

/** systemd names the device and inode of what it gave us, as a child of ours may write elsewhere. */
function isJournal(stream: string | undefined): boolean {
  if (stream === undefined) return false
  const { dev, ino } = fstatSync(STANDARD_OUTPUT)
  return stream === `${dev}:${ino}`
}

const MOST_TEXT = 2_000
const MOST_CAUSES = 3

/**
 * What the log has of an error: its words and codes, and those of its causes. Libraries hang whole connections on errors, with their
 * buffers and timers.
 */
export function describeError(error: unknown, causes = MOST_CAUSES): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error.slice(0, MOST_TEXT) : error
  const plain = Object.entries(error).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  return {
    type: error.name,
    message: error.message.slice(0, MOST_TEXT),
    stack: error.stack?.slice(0, MOST_TEXT),
    ...Object.fromEntries(
      plain.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, MOST_TEXT) : value]),
    ),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: describeError(error.cause, causes - 1) }),
    ...(error instanceof AggregateError && causes > 0
      ? { errors: error.errors.slice(0, MOST_CAUSES).map((one) => describeError(one, causes - 1)) }
      : {}),
  }
}

interface Output {
  write(line: string): unknown
}

/** Begins each line as the journal reads its priority, which it takes away again: `journalctl -p warning` shows what is wrong. */
export function withPriority(output: Output): pino.DestinationStream {
  return {
    write: (line) => {
      const level = Number(/^\{"level":(\d+)/.exec(line)?.[1])
      output.write(`<${priorityOf(level)}>${line}`)
    },
  }
}

/** From levels of pino to those of syslog. */
function priorityOf(level: number): number {
  if (level >= 60) return 2
  if (level >= 50) return 3
  if (level >= 40) return 4
  return level >= 30 ? 6 : 7
}
