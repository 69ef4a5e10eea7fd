import { withoutSecrets } from '#fleet/units/unit-token.ts'
import { type Refusal, type SourceRecord } from './decode-message.ts'
import { decodeRecord } from './decode-record.ts'
import type { IngestBatch, IngestBody } from './ingest-batch.ts'
import { LazyRecord } from './lazy-record.ts'

/** A batch in which nothing authenticates, as it is stored, kept as refused, and sent on. */
export function withoutSecretsInBatch(batch: IngestBatch): IngestBatch {
  const { tokenHash, records, refused, topic } = batch
  const hide = (text: string): string => withoutSecrets(text, tokenHash)
  return {
    ...batch,
    records: mapped(records, (record) => withoutSecretsInRecord(record, hide)),
    refused: mapped(refused, (refusal) => withoutSecretsInRefusal(refusal, hide)),
    ...(topic !== undefined && { topic: hide(topic) }),
  }
}

/** As `withoutSecretsInBatch`, of what is known of a body before it is decoded. */
export function withoutSecretsAround(body: IngestBody): IngestBody {
  const { tokenHash, topic, source } = body
  return {
    ...body,
    source: source === undefined ? undefined : withoutSecrets(source, tokenHash),
    ...(topic !== undefined && { topic: withoutSecrets(topic, tokenHash) }),
  }
}

/** Bodies are ASCII where tokens are. */
export function withoutSecretsInBody(body: Buffer, tokenHash: Buffer | undefined): Buffer {
  if (!body.includes('fw_') && !body.includes('fwp_')) return body
  const text = body.toString('latin1')
  const hidden = withoutSecrets(text, tokenHash)
  return hidden === text ? body : Buffer.from(hidden, 'latin1')
}

function withoutSecretsInRecord(record: SourceRecord, hide: (text: string) => string): SourceRecord {
  const [source, json] = [hide(record.source), hide(record.json)]
  if (json === record.json) return source === record.source ? record : new LazyRecord(source, record.at, json)
  // A name may have been the token: fields have an order.
  const decoded = decodeRecord(JSON.parse(json), 0)
  return new LazyRecord(source, record.at, typeof decoded === 'string' ? '{}' : decoded.json)
}

function withoutSecretsInRefusal(refusal: Refusal, hide: (text: string) => string): Refusal {
  const [source, message, payload] = [hide(refusal.source), hide(refusal.message), hide(refusal.payload)]
  const isSame = source === refusal.source && message === refusal.message && payload === refusal.payload
  return isSame ? refusal : { ...refusal, source, message, payload }
}

/** The same list where nothing changed. */
function mapped<Item>(items: Item[], change: (item: Item) => Item): Item[] {
  const changed = items.map(change)
  return changed.every((item, index) => item === items[index]) ? items : changed
}
