import { createBudget } from '#platform/http/budget.ts'
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Pause } from '#platform/time/clock.ts'
import type { HistorySettings } from './history-settings.ts'

/** The bucket could not be reached, or refused. Nothing is known about what was asked. */
export class BucketAwayError extends Error {
  override readonly name = 'BucketAwayError'
  /** Whether other requests would fail too. */
  readonly isOfService: boolean

  constructor(message: string, { isOfService = false } = {}) {
    super(message)
    this.isOfService = isOfService
  }
}

type BucketSettings = Pick<
  HistorySettings,
  'endpoint' | 'bucket' | 'region' | 'accessKeyId' | 'secretAccessKey' | 'pathStyle'
>

const TRIES = 4
const PAUSE_MS = 100
/** For a range; a whole object has more time. */
const RANGE_MS = 15_000
const OBJECT_MS = 120_000
const REQUESTS_AT_ONCE = 8

export type Bucket = ReturnType<typeof createBucket>

/** The requests that we make of a service that speaks S3: few at once, with a time limit, and repeated after failures of the service. */
export function createBucket(settings: BucketSettings, pause: Pause) {
  const { accessKeyId, secretAccessKey, region } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const base = addressOf(settings)
  const places = createBudget(REQUESTS_AT_ONCE)

  const ask = async (key: string, timeoutMs: number, request: RequestInit): Promise<Buffer> => {
    using place = new DisposableStack()
    place.defer(await places.take(1))
    for (let tried = 1; ; tried += 1) {
      const result = await tryOnce(key, timeoutMs, request)
      if (Buffer.isBuffer(result)) return result
      if (!result.isTemporary || tried === TRIES) {
        const isOfService = result.isTemporary
        throw new BucketAwayError(`${request.method} of an object failed: ${result.reason}`, { isOfService })
      }
      await pause(PAUSE_MS * 2 ** tried)
    }
  }

  async function tryOnce(key: string, timeoutMs: number, request: RequestInit): Promise<Buffer | Failure> {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await client.fetch(`${base}/${key}`, { ...request, signal })
      const bytes = Buffer.from(await response.arrayBuffer())
      if (response.ok || (request.method === 'DELETE' && response.status === 404)) return bytes
      const isTemporary = response.status >= 500 || response.status === 429
      return { isTemporary, reason: `${response.status} ${bytes.toString('utf8', 0, 300)}` }
    } catch (error) {
      return { isTemporary: true, reason: error instanceof Error ? error.message : String(error) }
    }
  }

  return {
    /** When it resolves, the object is kept. */
    put: async (key: string, bytes: Buffer): Promise<void> => {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const headers = { 'content-type': 'application/octet-stream', 'x-amz-content-sha256': hash }
      await ask(key, OBJECT_MS, { method: 'PUT', body: new Uint8Array(bytes), headers })
    },
    get: (key: string): Promise<Buffer> => ask(key, OBJECT_MS, { method: 'GET' }),
    getRange: async (key: string, { start, length }: { start: number; length: number }): Promise<Buffer> => {
      const headers = { range: `bytes=${start}-${start + length - 1}` }
      const bytes = await ask(key, RANGE_MS, { method: 'GET', headers })
      if (bytes.length === length) return bytes
      throw new BucketAwayError(`a range of ${length} bytes came with ${bytes.length}`)
    },
    /** Removing what is not there is fine. */
    remove: async (key: string): Promise<void> => {
      await ask(key, RANGE_MS, { method: 'DELETE' })
    },
  }
}

interface Failure {
  readonly isTemporary: boolean
  readonly reason: string
}

function addressOf({ endpoint, bucket, pathStyle }: BucketSettings): string {
  if (pathStyle) return `${endpoint}/${bucket}`
  const url = new URL(endpoint)
  return `${url.protocol}//${bucket}.${url.host}`
}
