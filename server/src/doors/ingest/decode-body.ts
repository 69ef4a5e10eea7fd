import { isName } from '@fieldwatch/contract/api/ids'
import { isUtf8 } from 'node:buffer'
import type { ErrorCode } from '@fieldwatch/contract/api/errors'
import { MAX_INGEST_RECORDS, MAX_INGEST_SOURCES, MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import {
  BodyTooLarge,
  createRecordGatherers,
  type RecordGatherer,
  TOO_MANY_RECORDS,
  TOO_MANY_SOURCES,
} from './gather-records.ts'
import {
  emptyMessage,
  excerpt,
  NO_SOURCES,
  type Reason,
  type Refusal,
  refuse,
  refusedMessage,
} from './decode-message.ts'
import { decodePlainRecords } from './decode-plain-records.ts'
import { asKept, decodeFields, decodeRecord } from './decode-record.ts'
import { JsonWalker } from './json-walker.ts'
import type { SourceColumns } from './source-columns.ts'

export interface DecodedBody {
  readonly sources: readonly SourceColumns[]
  readonly refused: readonly Refusal[]
  readonly refusedByCode: ReadonlyMap<ErrorCode, number>
}

/** A body that exceeds a limit, with the sentence that says so. */
export interface ExceedingBody {
  readonly exceeds: string
}

/**
 * Decodes a large body as `decodeSourceMessage`, or without a source as `decodeUnitMessage`, into columns. It holds one record at a time
 * besides, and stops as soon as there is more than a body may have.
 */
export function decodeBody(body: Buffer, source: string | undefined, now: number): DecodedBody | ExceedingBody {
  const plain = source === undefined ? undefined : decodePlainRecords(body, source, now)
  if (plain !== undefined) return { sources: [plain], refused: [], refusedByCode: new Map() }
  try {
    return new BodyDecoder(body, now).decode(source)
  } catch (error) {
    if (error instanceof BodyTooLarge) return { exceeds: error.message }
    if (error instanceof NotJson) return refusedBody(source ?? '', { code: 'record/malformed-json' }, body)
    throw error
  }
}

const COMMA = 44
const COLON = 58
const OPEN_LIST = 91
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** A record of this source length is within 64 KiB, however flattening lengthens its names and formatting its numbers. */
const CERTAINLY_SHORT = MAX_RECORD_BYTES / 2
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

class NotJson extends Error {}

class BodyDecoder {
  readonly #body: Buffer
  readonly #now: number
  readonly #walker: JsonWalker
  readonly #gathererOf = createRecordGatherers()
  readonly #sources: SourceColumns[] = []
  readonly #message = emptyMessage()
  #records = 0

  constructor(body: Buffer, now: number) {
    this.#body = body
    this.#now = now
    this.#walker = new JsonWalker(body, body.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0)
  }

  decode(source: string | undefined): DecodedBody {
    if (source !== undefined && !isName(source)) {
      return refusedBody(source, { code: 'record/source-name-invalid' }, this.#body)
    }
    if (!isUtf8(this.#body)) throw new NotJson()
    if (source !== undefined) this.#takeSource(source)
    else if (this.#walker.next() === OPEN_OBJECT) this.#takeSources()
    else return refusedBody('', this.#isJson() ? NO_SOURCES : { code: 'record/malformed-json' }, this.#body)
    if (!this.#walker.isAtEnd()) throw new NotJson()
    const { refused, refusedByCode } = this.#message
    return { sources: this.#sources, refused, refusedByCode }
  }

  #takeSources(): void {
    this.#walker.take(OPEN_OBJECT)
    if (this.#walker.take(CLOSE_OBJECT)) return
    let count = 0
    do {
      count += 1
      if (count > MAX_INGEST_SOURCES) throw new BodyTooLarge(TOO_MANY_SOURCES)
      const name = this.#parse(this.#walker.pass())
      if (typeof name !== 'string' || !this.#walker.take(COLON)) throw new NotJson()
      if (isName(name)) this.#takeSource(name)
      else this.#refuse(name, 0, 'record/source-name-invalid', this.#walker.pass())
    } while (this.#walker.take(COMMA))
    if (!this.#walker.take(CLOSE_OBJECT)) throw new NotJson()
  }

  /** A record, or a list of records. */
  #takeSource(source: string): void {
    const gatherer = this.#gathererOf(source)
    if (!this.#walker.take(OPEN_LIST)) this.#takeRecord(source, 0, gatherer)
    else if (!this.#walker.take(CLOSE_LIST)) {
      let index = 0
      do {
        this.#takeRecord(source, index, gatherer)
        index += 1
      } while (this.#walker.take(COMMA))
      if (!this.#walker.take(CLOSE_LIST)) throw new NotJson()
    }
    this.#sources.push(...gatherer.finish())
  }

  #takeRecord(source: string, index: number, gatherer: RecordGatherer): void {
    this.#records += 1
    if (this.#records > MAX_INGEST_RECORDS) throw new BodyTooLarge(TOO_MANY_RECORDS)
    const start = this.#walker.pass()
    if (this.#walker.position - start > MAX_RECORD_BYTES) return this.#refuse(source, index, 'record/too-large', start)
    const isShort = this.#walker.position - start <= CERTAINLY_SHORT
    const record = (isShort ? decodeFields : decodeRecord)(asKept(source, this.#parse(start)), this.#now)
    if (typeof record === 'string') return this.#refuse(source, index, record, start)
    gatherer.put(record.at, record.fields)
  }

  /** Parses the value from a position up to the walker. */
  #parse(start: number): unknown {
    try {
      return JSON.parse(this.#body.toString('utf8', start, this.#walker.position))
    } catch (error) {
      throw new NotJson('a value is not JSON', { cause: error })
    }
  }

  #isJson(): boolean {
    const start = this.#walker.pass()
    // A long text or list is certainly not an object of sources, and need not be parsed.
    if (this.#walker.position - start <= MAX_RECORD_BYTES) this.#parse(start)
    return this.#walker.isAtEnd()
  }

  /** Refuses the value from a position up to the walker. */
  #refuse(source: string, index: number, code: ErrorCode, start: number): void {
    refuse(this.#message, source, index, { code }, excerpt(this.#body.subarray(start, this.#walker.position)))
  }
}

function refusedBody(source: string, reason: Reason, body: Buffer): DecodedBody {
  const { refused, refusedByCode } = refusedMessage(source, reason, body)
  return { sources: [], refused, refusedByCode }
}
