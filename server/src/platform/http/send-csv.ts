import { Readable } from 'node:stream'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { FastifyReply } from 'fastify'
import type { ReadGate } from './read-gate.ts'
import { endWhenIdle, untilGone } from './until-gone.ts'

interface Download {
  readonly reply: FastifyReply
  readonly person: UserId
  readonly gate: ReadGate
  /** Of the file. */
  readonly name: string
}

interface Csv extends Download {
  /** Ends when the signal is aborted. */
  readonly lines: (signal: AbortSignal) => AsyncIterable<string>
}

/**
 * Sends lines of CSV as fast as they are taken, in a place of the gate, until the reader has all of them or is gone.
 * @throws DomainError data/too-many-reads
 */
export function sendCsv({ lines, ...download }: Csv): Promise<void> {
  const open = (signal: AbortSignal) => Readable.from(lines(signal), { objectMode: false, highWaterMark: 64 * 1024 })
  return sendFile({ ...download, type: 'text/csv; charset=utf-8', open })
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
export async function sendFile({ reply, person, gate, name, type, open }: File): Promise<void> {
  const signal = untilGone(reply)
  const leave = await gate.enter({ person, signal })
  reply.raw.once('close', leave)
  endWhenIdle(reply)
  void reply
    .type(type)
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(open(signal))
}
