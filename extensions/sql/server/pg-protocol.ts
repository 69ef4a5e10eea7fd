import { once } from 'node:events'
import type { Duplex } from 'node:stream'

// Messages of the frontend/backend protocol of PostgreSQL, version 3.0: https://www.postgresql.org/docs/current/protocol-message-formats.html

/** What a client sends first. */
export type Opening =
  | { readonly kind: 'tls' | 'encryption' }
  | { readonly kind: 'cancel'; readonly processId: number; readonly key: number }
  /** `newer`: the extensions it asks for beyond version 3.0; undefined: it asks for none. */
  | {
      readonly kind: 'startup'
      readonly settings: ReadonlyMap<string, string>
      readonly newer: readonly string[] | undefined
    }

const TLS_REQUEST = 80_877_103
const ENCRYPTION_REQUEST = 80_877_104
const CANCEL_REQUEST = 80_877_102
const MAJOR_VERSION = 3
const LONGEST_OPENING = 10_000
const LENGTH_BYTES = 4

/** Undefined when the connection ended, or what came is none. */
export async function readOpening(stream: Duplex): Promise<Opening | undefined> {
  const body = await readBody(stream, LONGEST_OPENING)
  if (body === undefined || body.length < LENGTH_BYTES) return undefined
  const code = body.readUInt32BE(0)
  if (code === TLS_REQUEST) return { kind: 'tls' }
  if (code === ENCRYPTION_REQUEST) return { kind: 'encryption' }
  if (code === CANCEL_REQUEST) {
    return body.length < 12 ? undefined : { kind: 'cancel', processId: body.readInt32BE(4), key: body.readInt32BE(8) }
  }
  if (code >>> 16 !== MAJOR_VERSION) return undefined
  const texts = body.toString('utf8', LENGTH_BYTES).split('\0')
  const settings = new Map<string, string>()
  for (let index = 0; index + 1 < texts.length && texts[index] !== ''; index += 2)
    settings.set(texts[index] ?? '', texts[index + 1] ?? '')
  const extensions = [...settings.keys()].filter((name) => name.startsWith('_pq_.'))
  const isNewer = (code & 0xffff) > 0 || extensions.length > 0
  return { kind: 'startup', settings, newer: isNewer ? extensions : undefined }
}

export interface Message {
  /** Its letter. */
  readonly type: string
  readonly body: Buffer
}

/** The next message of a client. Undefined when the connection ended, or it is longer than `most` bytes. */
export async function readMessage(stream: Duplex, most: number): Promise<Message | undefined> {
  const type = await take(stream, 1)
  const body = type && (await readBody(stream, most))
  return body && { type: type.toString('latin1'), body }
}

async function readBody(stream: Duplex, most: number): Promise<Buffer | undefined> {
  const length = (await take(stream, LENGTH_BYTES))?.readUInt32BE(0)
  if (length === undefined || length < LENGTH_BYTES || length > most) return undefined
  return length === LENGTH_BYTES ? Buffer.alloc(0) : take(stream, length - LENGTH_BYTES)
}

/** So many bytes; what comes after them stays in the stream. Undefined when it ended before. */
async function take(stream: Duplex, count: number): Promise<Buffer | undefined> {
  while (!stream.destroyed) {
    // A stream that has ended gives what is left.
    const bytes = stream.read(count) as Buffer | null
    if (bytes !== null) return bytes.length === count ? bytes : undefined
    if (stream.readableEnded) return undefined
    const controller = new AbortController()
    const waits = ['readable', 'end', 'close'].map((event) => once(stream, event, { signal: controller.signal }))
    const first = Promise.race(waits)
    // A stream that failed is destroyed, which ends the loop.
    await first.catch(() => undefined)
    controller.abort()
    await Promise.allSettled(waits)
  }
  return undefined
}

/** The text of a message that is one. */
export function textOf({ body }: Message): string {
  const end = body.indexOf(0)
  return body.toString('utf8', 0, end < 0 ? body.length : end)
}

export const ASK_PASSWORD = message('R', int32(3))
export const SIGNED_IN = message('R', int32(0))
export const READY = message('Z', Buffer.from('I'))

export function parameterStatus(name: string, value: string): Buffer {
  return message('S', texts(name, value))
}

export function backendKey(processId: number, key: number): Buffer {
  return message('K', int32(processId), int32(key))
}

/** That version 3.0 is the newest, without the extensions that were asked for. */
export function negotiateVersion(extensions: readonly string[]): Buffer {
  return message('v', int32(0), int32(extensions.length), texts(...extensions))
}

/** The codes of failures: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export type SqlState = '08004' | '08P01' | '28000' | '28P01' | '53300' | '54000' | '57P01' | '58000' | '22023' | '0A000'

export function failure(severity: 'ERROR' | 'FATAL', code: SqlState, text: string): Buffer {
  return message('E', texts(`S${severity}`, `V${severity}`, `C${code}`, `M${text}`), Buffer.alloc(1))
}

/** Columns that are all texts. */
export function rowDescription(columns: readonly string[]): Buffer {
  const TEXT = 25
  const described = columns.flatMap((column) => [
    texts(column),
    int32(0),
    int16(0),
    int32(TEXT),
    int16(-1),
    int32(-1),
    int16(0),
  ])
  return message('T', int16(columns.length), ...described)
}

export function commandComplete(rows: number): Buffer {
  return message('C', texts(`SELECT ${rows}`))
}

const FIRST_BYTES = 64 * 1024

/** Rows as messages, one behind the other. */
export function dataRows(rows: Iterable<readonly (string | null)[]>): Buffer {
  let bytes = Buffer.allocUnsafe(FIRST_BYTES)
  let end = 0
  const makeRoom = (more: number): void => {
    if (end + more <= bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, end + more))
    bytes.copy(larger, 0, 0, end)
    bytes = larger
  }
  for (const row of rows) {
    const start = end
    makeRoom(7)
    end = bytes.writeInt16BE(row.length, bytes.writeUInt8(ROW, end) + LENGTH_BYTES)
    for (const text of row) {
      // A character of UTF-16 has three bytes of UTF-8 at most.
      makeRoom(LENGTH_BYTES + 3 * (text?.length ?? 0))
      const length = text === null ? NULL : bytes.write(text, end + LENGTH_BYTES)
      end = bytes.writeInt32BE(length, end) + Math.max(0, length)
    }
    bytes.writeInt32BE(end - start - 1, start + 1)
  }
  return bytes.subarray(0, end)
}

const ROW = 'D'.charCodeAt(0)
const NULL = -1

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + LENGTH_BYTES), body])
}

function texts(...values: readonly string[]): Buffer {
  return Buffer.from(values.map((value) => `${value}\0`).join(''))
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
