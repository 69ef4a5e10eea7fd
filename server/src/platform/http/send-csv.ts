import { Readable } from 'node:stream'
import { type Sheet, type Table, writeCsv, type FileFormat } from '@fieldwatch/contract/tables/table'
import { createWalls } from '@fieldwatch/contract/tables/zone-walls'
import { XLSX_TYPE } from '@fieldwatch/contract/tables/xlsx-cells'
import type { FastifyReply } from 'fastify'
import { writeXlsx } from '#platform/tables/write-xlsx.ts'
import { formatTime } from '#platform/time/format-time.ts'
import type { Caller } from './caller.ts'
import type { ReadGate } from './read-gate.ts'
import { endWhenIdle, untilGone } from './until-gone.ts'

interface Download {
  readonly reply: FastifyReply
  /** Who asked for it. */
  readonly caller: Caller
  /** Whether they may have it, as they are by now: it is asked again while the file is sent. @throws DomainError when they may not */
  readonly judge: (caller: Caller) => Promise<unknown>
  readonly gate: ReadGate
  /** The name of the file. */
  readonly name: string
}

interface CsvDownload extends Download {
  /** They end when the signal is aborted. */
  readonly tables: (signal: AbortSignal) => readonly Table[]
}

/**
 * Sends tables as CSV as fast as they are taken, in a place of the gate, until the reader has all of them or is gone.
 * @throws DomainError data/too-many-reads
 */
export function sendCsv({ tables, ...download }: CsvDownload): Promise<void> {
  return sendFile({ ...download, type: 'text/csv; charset=utf-8', open: (signal) => openCsv(tables(signal)) })
}

interface TableDownload extends Download {
  readonly format: FileFormat
  /** An IANA time zone, whose clocks the times of a workbook show. */
  readonly timeZone: string
  /** They end when the signal is aborted. */
  readonly sheets: (signal: AbortSignal) => readonly Sheet[]
}

/**
 * As `sendCsv`, or as a workbook. The name of the file gets its extension.
 * @throws DomainError data/too-many-reads
 */
export function sendTables({ format, timeZone, sheets, name, ...download }: TableDownload): Promise<void> {
  if (format === 'csv') return sendCsv({ ...download, name: `${name}.csv`, tables: sheets })
  const wallOf = createWalls(timeZone)
  return sendFile({
    ...download,
    name: `${name}.xlsx`,
    type: XLSX_TYPE,
    open: (signal) => writeXlsx({ sheets: sheets(signal), wallOf }),
  })
}

/** As programs read it. */
function openCsv(tables: readonly Table[]): Readable {
  return Readable.from(writeCsv(tables, formatTime), { objectMode: false, highWaterMark: 64 * 1024 })
}

interface File extends Download {
  /** The media type. */
  readonly type: string
  /** Ends when the signal is aborted. */
  readonly open: (signal: AbortSignal) => Readable
}

/**
 * As `sendCsv`, for a file of any type.
 * @throws DomainError data/too-many-reads
 */
export async function sendFile({ reply, caller, judge, gate, name, type, open }: File): Promise<void> {
  const { replyWatch, authenticator } = reply.server
  replyWatch.follow(reply.raw, async () => judge(await authenticator.reload(caller)))
  const signal = untilGone(reply)
  const leave = await gate.enter({ person: caller.userId, signal })
  reply.raw.once('close', leave)
  endWhenIdle(reply)
  void reply
    .type(type)
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(open(signal))
}
