import type { Readable } from 'node:stream'
import { DomainError } from '#errors/domain-error.ts'
import type { Pace } from './pace.ts'

interface Expected {
  readonly announced: number
  readonly limit: number
  readonly pace: Pace
}

/** A body up to here comes in one piece, and waits for no turn. */
const SHORT_BYTES = 64 * 1024

/**
 * Reads a body, a long one piece by piece by turns with others.
 * @throws DomainError request/too-large as soon as there are more than `limit` bytes
 */
export async function readBytes(body: Readable, { announced, limit, pace }: Expected): Promise<Buffer> {
  if (announced > limit) throw tooLarge(limit)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > limit) throw tooLarge(limit)
    chunks.push(chunk)
    if (length >= SHORT_BYTES) await pace()
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length)
}

/** Reads what is left of a body that nobody wants, by turns too, so that its sender gets to read the answer. */
export function dropRest(body: Readable, pace: Pace): void {
  body.on('readable', () => {
    void pace().then(() => body.read())
  })
}

function tooLarge(limit: number): DomainError {
  const size = limit >= 1024 ** 2 ? `${limit / 1024 ** 2} MiB` : `${limit / 1024} KiB`
  return new DomainError('request/too-large', { message: `The body has more than ${size}, which is the most here.` })
}
