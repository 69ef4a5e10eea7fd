import { Writable } from 'node:stream'
import { pino } from 'pino'

interface LogLine {
  readonly msg: string
  readonly [field: string]: unknown
}

/** A log that a test can read. */
export function createRecordedLog() {
  const lines: LogLine[] = []
  const log = pino(
    { level: 'info' },
    new Writable({
      write: (line: Buffer, _encoding, done) => {
        lines.push(JSON.parse(line.toString()) as LogLine)
        done()
      },
    }),
  )
  return { log, lines }
}
