import { say } from './say.ts'
import { setImmediate } from 'node:timers/promises'
import { MAX_INGEST_BODY_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'

/** What three packed bytes can become is at most 64: a header that claims more is wrong. */
const MOST_GROWTH = 64 / 3

/** How many elements are copied between two turns of the event loop. */
const ELEMENTS_BEFORE_A_BREAK = 50_000

/**
 * Unpacks the block format of snappy (https://github.com/google/snappy/blob/main/format_description.txt). `hold` counts the bytes that the
 * unpacked body needs, before they are taken.
 * @throws DomainError request/too-large, record/packet-invalid; what `hold` throws
 */
export async function unpackSnappy(packed: Buffer, hold: (bytes: number) => void): Promise<Buffer> {
  const { length, from } = readLength(packed)
  if (length > packed.length * MOST_GROWTH) throw damaged()
  if (length > MAX_INGEST_BODY_BYTES) throw new DomainError('request/too-large')
  hold(length)
  const unpacked = Buffer.alloc(length)
  let at = 0
  let place = from
  for (let elements = 1; place < packed.length; elements += 1) {
    const element = readElement(packed, place)
    const end = at + element.length
    if (end > length) throw damaged()
    if (element.offset === 0) packed.copy(unpacked, at, element.next - element.length, element.next)
    else copyBack(unpacked, at, element)
    at = end
    place = element.next
    if (elements % ELEMENTS_BEFORE_A_BREAK === 0) await setImmediate()
  }
  if (at !== length) throw damaged()
  return unpacked
}

interface Element {
  readonly length: number
  /** How far back the bytes are that it repeats; 0 when it brings its own. */
  readonly offset: number
  /** Where the next one begins. */
  readonly next: number
}

/** The length of the unpacked bytes, in groups of seven bits. */
function readLength(packed: Buffer): { length: number; from: number } {
  let length = 0
  for (let from = 0; from < 5; from += 1) {
    const byte = packed[from]
    if (byte === undefined) break
    length += (byte & 0x7f) * 2 ** (7 * from)
    if (byte < 0x80) return { length, from: from + 1 }
  }
  throw damaged()
}

function readElement(packed: Buffer, place: number): Element {
  const tag = packed[place] ?? 0
  const short = tag >> 2
  switch (tag & 3) {
    case 0: {
      const sizeBytes = Math.max(0, short - 59)
      const length = (sizeBytes === 0 ? short : readNumber(packed, place + 1, sizeBytes)) + 1
      const next = place + 1 + sizeBytes + length
      if (next > packed.length) throw damaged()
      return { length, offset: 0, next }
    }
    case 1:
      return { length: (short & 7) + 4, offset: ((tag >> 5) << 8) + readNumber(packed, place + 1, 1), next: place + 2 }
    case 2:
      return { length: short + 1, offset: readNumber(packed, place + 1, 2), next: place + 3 }
    default:
      return { length: short + 1, offset: readNumber(packed, place + 1, 4), next: place + 5 }
  }
}

function readNumber(packed: Buffer, place: number, bytes: number): number {
  if (place + bytes > packed.length) throw damaged()
  return packed.readUIntLE(place, bytes)
}

/** What is repeated may reach into what this writes: then its bytes repeat. */
function copyBack(unpacked: Buffer, at: number, { length, offset }: Element): void {
  if (offset > at) throw damaged()
  for (let done = 0; done < length; done += 1) unpacked[at + done] = unpacked[at + done - offset] ?? 0
}

function damaged(): DomainError {
  return new DomainError('record/packet-invalid', { message: say('prometheus.write.snappy') })
}
