import { parseJson } from '@fieldwatch/contract/text/json'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ingestSource, IngestVerdict } from '@fieldwatch/contract/telemetry/ingest'
import { type SimulatedRecord, toMessage } from './generator.ts'

const compress = promisify(gzip)

/** Records of one request, well under what the portal takes. */
const BATCH = 4000

interface Options {
  /** The address of the portal, such as `http://localhost:8080`. */
  readonly url: string
  readonly dataId: string
  readonly token: string
  /** The records of one source, in order of time. */
  readonly records: Iterable<SimulatedRecord>
  readonly fetch?: typeof globalThis.fetch
  readonly onStored?: (count: number) => void
}

/**
 * Sends what a unit kept, in large messages over HTTP.
 * @throws Error when the portal refuses anything
 */
export async function backfill(options: Options): Promise<void> {
  let batch: SimulatedRecord[] = []
  for (const record of options.records) {
    batch.push(record)
    if (batch.length < BATCH) continue
    await post(batch, options)
    batch = []
  }
  if (batch.length > 0) await post(batch, options)
}

async function post(batch: readonly SimulatedRecord[], options: Options): Promise<void> {
  const { url, dataId, token, fetch = globalThis.fetch, onStored } = options
  const path = ingestSource.path.replace(':dataID', dataId).replace(':source', batch[0]?.source ?? '')
  const response = await fetch(new URL(path, url), {
    method: ingestSource.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body: await compress(JSON.stringify(batch.map(toMessage)), { level: 1 }),
  })
  const text = await response.text()
  const verdict = IngestVerdict.safeParse(parseJson(text))
  if (!response.ok || !verdict.success || verdict.data.details.refused.length > 0) {
    throw new Error(`${dataId} could not send its records (HTTP ${response.status}): ${text.slice(0, 300)}`)
  }
  onStored?.(verdict.data.details.stored)
}
