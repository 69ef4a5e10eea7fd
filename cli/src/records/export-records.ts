import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportData, exportParquet, exportWorkbook } from '@fieldwatch/contract/telemetry/data'
import { formatCount } from '@fieldwatch/contract/text/number-text'
import { type CommandOf, EXPORT_FORMATS } from '../arguments.ts'
import type { Portal } from '../portal/portal.ts'
import { note, printJson, type Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'

type ExportCommand = CommandOf<'export'>

/** Writes a file as it arrives. It gets its name when it is whole, so that one that was cut off is not taken for it. */
export async function exportRecords(terminal: Terminal, portal: Portal, command: ExportCommand): Promise<number> {
  const format = formatOf(command)
  const response = await open(portal, command, format, terminal.signal)
  if (response.body === null) throw new Error('The portal sent no file.')
  const progress = createProgress(terminal)
  const source = Readable.fromWeb(response.body)
  const { out, json } = command
  if (out === '-') await pipeline(source, progress.counter, terminal.output, { end: false, signal: terminal.signal })
  else {
    const part = `${out}.part`
    try {
      await pipeline(source, progress.counter, createWriteStream(part), { signal: terminal.signal })
      await rename(part, out)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }
  progress.end()
  if (out !== '-' && json) printJson(terminal, { file: out, format, bytes: progress.bytes() })
  else if (out !== '-') note(terminal, `${out}: ${formatCount(progress.bytes())} bytes.`)
  return 0
}

function open(
  portal: Portal,
  { unit: dataID, source, from, to, fields, units, 'time-zone': timeZone }: ExportCommand,
  format: ExportCommand['format'],
  signal: AbortSignal,
): Promise<Response> {
  const query = { from, to, fields, units }
  if (format === 'xlsx')
    return portal.open(exportWorkbook, { params: { dataID, subject: source }, query: { ...query, timeZone } }, signal)
  if (timeZone !== undefined) throw new UsageError('Only a workbook (xlsx) has times of a time zone.')
  if (format === 'parquet') {
    if (units !== 'sent')
      throw new UsageError('Parquet has values as they were sent, and names their units of measure.')
    return portal.open(exportParquet, { params: { dataID, subject: source }, query: { from, to, fields } }, signal)
  }
  return portal.open(exportData, { params: { dataID, file: `${source}.csv` }, query }, signal)
}

function formatOf({ format, out }: ExportCommand): NonNullable<ExportCommand['format']> {
  if (format !== undefined) return format
  const ending = extname(out).slice(1).toLowerCase()
  const found = EXPORT_FORMATS.find((name) => name === ending)
  if (found !== undefined) return found
  throw new UsageError(`Name the format of ${out} by --format ${EXPORT_FORMATS.join(' or ')}.`)
}

const PROGRESS_MS = 1_000

/** Counts what passes, and tells a person. */
function createProgress(terminal: Terminal) {
  let bytes = 0
  let printedAt = performance.now()
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (terminal.isInteractive && performance.now() - printedAt > PROGRESS_MS) {
        printedAt = performance.now()
        terminal.errors.write(`\r${formatCount(bytes)} bytes`)
      }
      done(null, chunk)
    },
  })
  return {
    counter,
    bytes: () => bytes,
    end: (): void => {
      if (terminal.isInteractive) terminal.errors.write('\r\u001B[K')
    },
  }
}
