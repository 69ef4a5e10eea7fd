import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { RecordReader } from '@fieldwatch/server/records/store/record-reader'
import { createSourceStore } from '@fieldwatch/server/records/store/source-store'
import { readCurrent } from '@fieldwatch/server/doors/telemetry/current-data'
import { createAttributeStore } from './attribute-store.ts'
import { CHILD_ATTRIBUTES } from '@fieldwatch/contract/units/gateway-children'
import { isObject } from '@fieldwatch/contract/text/json'

interface Parts extends Pick<Platform, 'database' | 'clock'> {
  readonly reader: RecordReader
}

type Attributes = Readonly<Record<string, unknown>>

/** The keys that are asked for; undefined is all of them. */
interface AskedKeys {
  readonly clientKeys: readonly string[] | undefined
  readonly sharedKeys: readonly string[] | undefined
}

interface AttributeValues {
  readonly client?: Attributes
  readonly shared?: Attributes
}

export type ReadAttributes = (
  of: { readonly dataId: DataId; /** Where it said them. */ readonly source?: string; readonly asked: AskedKeys },
  signal?: AbortSignal,
) => Promise<AttributeValues>

/** Reads what a device said about itself, and what its configuration is to be. */
export function createAttributeReader({ database, reader, clock }: Parts): ReadAttributes {
  const sources = createSourceStore(database.ingest.db)
  const store = createAttributeStore(database.ingest.db)
  return async ({ dataId, source = CHILD_ATTRIBUTES, asked: { clientKeys, sharedKeys } }, signal = NEVER) => {
    const asksNothing = clientKeys === undefined && sharedKeys === undefined
    return {
      ...(asksNothing || clientKeys !== undefined
        ? { client: await readClient({ dataId, name: source as SourceName }, clientKeys, signal) }
        : {}),
      ...(asksNothing || sharedKeys !== undefined
        ? { shared: pick(await store.readConfiguration(dataId), sharedKeys) }
        : {}),
    }
  }

  async function readClient(
    { dataId, name }: { readonly dataId: DataId; readonly name: SourceName },
    keys: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<Attributes> {
    const source = await sources.find(dataId, name)
    if (source === undefined) return {}
    const fields = keys ?? Object.keys(source.types)
    const { records, older } = await readCurrent(reader, source, { now: clock(), limit: 1, fields }, signal)
    const values = Object.assign(
      {},
      ...[...records, ...older].map(({ fields: json }) => JSON.parse(json) as Attributes),
    )
    return pick(values as Attributes, keys)
  }
}

const NEVER = new AbortController().signal

function pick(values: Attributes, keys: readonly string[] | undefined): Attributes {
  if (keys === undefined) return values
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(values, key)).map((key) => [key, values[key]]))
}

/** The most keys that one question may name. */
const MOST_KEYS = 256

/** Reads the keys of a request of a device, texts with commas between them. */
export function readAskedKeys(question: unknown): AskedKeys {
  if (!isObject(question)) return { clientKeys: undefined, sharedKeys: undefined }
  return { clientKeys: keysIn(question['clientKeys']), sharedKeys: keysIn(question['sharedKeys']) }
}

/** Reads the keys of a request of a gateway: `keys` is a list, or `key` a text. */
export function readKeyList({ key, keys }: { readonly key?: unknown; readonly keys?: unknown }): string[] {
  const list = Array.isArray(keys) ? keys : [key]
  return list.slice(0, MOST_KEYS).filter((one) => typeof one === 'string')
}

function keysIn(value: unknown): string[] | undefined {
  if (typeof value !== 'string') return undefined
  return value
    .split(',', MOST_KEYS)
    .map((key) => key.trim())
    .filter((key) => key !== '')
}
