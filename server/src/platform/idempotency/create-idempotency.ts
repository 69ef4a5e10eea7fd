import { openText, sealText } from '#platform/random/seal-text.ts'
import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { createHash, hash, hkdfSync } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { DomainError, isDomainError } from '#platform/errors/domain-error.ts'
import type { Idempotency, KeyedRequest } from '#platform/http/idempotency.ts'
import type { Platform } from '#platform/floor.ts'
import { createIdempotencyStore, type KeptRequest } from './idempotency-store.ts'

/** How long the same key answers the same. */
export const KEY_LIFE_MS = DAY_MS

/** Keys that one caller may have within that time. */
const KEYS_OF_CALLER = 10_000

/** Represents the reply of a request whose failure leaves open whether it was done. */
const UNKNOWN = Buffer.alloc(0)

/** How long a repetition waits for the first request. */
const WAIT_MS = 10_000
const LOOK_EVERY_MS = 50

/** Does requests once, however often they are sent with the same key. */
export function createIdempotency({ db, clock, server }: Pick<Platform, 'db' | 'clock' | 'server'>): Idempotency {
  const store = createIdempotencyStore(db)

  return { once }

  async function once<Reply>(request: KeyedRequest, run: () => Promise<Reply>): Promise<Reply> {
    const { caller, key } = request
    const keyHash = hash('sha256', `${caller}\n${request.method} ${pathOf(request.url)}\n${key}`, 'buffer')
    const requestHash = await hashRequest(request)
    if (!(await store.claim({ keyHash, caller, requestHash, createdAt: clock(), server }))) {
      return (await repeat(keyHash, requestHash, key)) as Reply
    }
    let reply: Reply
    try {
      if ((await store.count(caller)) > KEYS_OF_CALLER) throw new DomainError('request/rate-limited')
      reply = await run()
    } catch (error) {
      // A refusal changed nothing, so the key may be used again. After any other failure the outcome is unknown.
      await (isDomainError(error) ? store.release(keyHash) : store.finish(keyHash, UNKNOWN))
      throw error
    }
    await store.finish(keyHash, sealText(cipherKey(key), JSON.stringify(reply)))
    return reply
  }

  /** Waits for the reply of the first request. */
  async function repeat(keyHash: Buffer, requestHash: Buffer, key: string): Promise<unknown> {
    const until = performance.now() + WAIT_MS
    for (;;) {
      const kept = await store.find(keyHash)
      if (kept === undefined) throw new DomainError('request/in-progress')
      if (!kept.requestHash.equals(requestHash)) throw new DomainError('request/key-reused')
      if (isLost(kept)) throw new DomainError('request/outcome-unknown')
      if (kept.reply !== undefined) return JSON.parse(openText(cipherKey(key), kept.reply))
      if (performance.now() > until) throw new DomainError('request/in-progress')
      await delay(LOOK_EVERY_MS)
    }
  }
}

/** Whether the outcome is open: the server that did it is gone, or failed. */
function isLost({ reply, isHeld }: KeptRequest): boolean {
  return reply === undefined ? !isHeld : reply.equals(UNKNOWN)
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url
}

/** Replies are encrypted with a key derived from the idempotency key (HKDF, RFC 5869), of which the portal keeps only a hash. */
function cipherKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'fieldwatch idempotent reply', 32))
}

/** Identifies a request by its parameters and body; files and raw bodies count by their bytes. */
async function hashRequest(parts: { url: string; body: unknown }): Promise<Buffer> {
  const hash = createHash('sha256').update(parts.url)
  if (Buffer.isBuffer(parts.body)) return hash.update(parts.body).digest()
  const entries = typeof parts.body === 'object' && parts.body !== null ? Object.entries(parts.body) : []
  for (const [name, value] of entries.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (value === undefined) continue
    hash.update(`\n${name}\n`)
    if (value instanceof File) hash.update(Buffer.from(await value.arrayBuffer()))
    else hash.update(typeof value === 'string' ? value : JSON.stringify(value))
  }
  return hash.digest()
}
