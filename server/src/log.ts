import { fstatSync } from 'node:fs'
import { type Logger, pino } from 'pino'

const STANDARD_OUTPUT = 1

/** A log on standard output: for people at a terminal, with priorities for the journal of systemd, as lines of JSON otherwise. */
export function createLog(level: string): Logger {
  if (process.stdout.isTTY)
    return pino({ level, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } })
  const output = pino.destination({ fd: STANDARD_OUTPUT, sync: true })
  return pino({ level }, isJournal(process.env['JOURNAL_STREAM']) ? withPriority(output) : output)
}

/** systemd names the device and inode of what it gave us, as a child of ours may write elsewhere. */
function isJournal(stream: string | undefined): boolean {
  if (stream === undefined) return false
  const { dev, ino } = fstatSync(STANDARD_OUTPUT)
  return stream === `${dev}:${ino}`
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
