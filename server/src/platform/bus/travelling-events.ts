import { isObject, parseJson } from '@fieldwatch/contract/text/json'
import { AlertId, DataId, EntityId, SessionId, SourceName, TemplateId, UserId } from '@fieldwatch/contract/api/ids'
import { z } from 'zod'
import type { BusEvents } from './bus.ts'

/** A number of something that is counted, or epoch milliseconds. */
const Count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const Instant = z.number().min(-8.64e15).max(8.64e15)
const Nothing = z.object({}) as z.ZodType<Record<string, never>>
const OfUnit = z.object({ dataId: DataId })

const Record = z.object({ at: Instant, fields: z.string().refine((text) => isObject(parseJson(text))) })

/** The shapes of events that are sent to other servers. The others are about connections of one server. */
export const TRAVELLING: { readonly [K in keyof BusEvents]: z.ZodType<BusEvents[K]> | undefined } = {
  records: z.object({
    dataId: DataId,
    source: SourceName,
    previousReceivedAt: Instant,
    receivedAt: Instant,
    count: Count,
    records: z.array(Record).exactOptional(),
  }),
  'unit-changed': z.object({ dataId: DataId, left: z.array(EntityId).exactOptional() }),
  'template-changed': z.object({ templateId: TemplateId, version: Count }),
  'gallery-changed': z.object({ entities: z.array(EntityId) }),
  'labels-changed': z.object({ entity: EntityId }),
  'places-changed': z.object({ entity: EntityId }),
  'things-changed': z.object({ kind: z.string(), entity: EntityId }),
  'unit-things-changed': z.object({ kind: z.string(), dataId: DataId }),
  'occurrences-changed': z.object({ dataId: DataId, name: z.string() }),
  'alert-changed': z.object({
    alertId: AlertId,
    dataId: DataId.exactOptional(),
    left: z.object({ entity: EntityId, people: z.array(UserId), ofAdmins: z.boolean() }).exactOptional(),
  }),
  'alert-notifications': Nothing,
  'followers-changed': z.object({ consumer: z.string() }),
  'unit-access-changed': z.object({ dataId: DataId, connectionsEnd: z.boolean() }),
  'unit-connected': z.object({ dataId: DataId, clientId: z.string(), number: Count }),
  'unit-message': undefined,
  'unit-message-progress': undefined,
  'unit-subscribed': undefined,
  'request-waits': OfUnit,
  'requests-changed': OfUnit,
  'sessions-ended': z.object({ sessionIds: z.array(SessionId) }),
  'rights-changed': Nothing,
  'messages-missed': undefined,
}

/** How far the clock of another server may be ahead. Live views skip records that arrived before the last event of their source. */
const MOST_AHEAD_MS = 60_000

/**
 * An event as another server wrote it. `unknown`: a newer version may send kinds that this one does not know. `malformed`: its content
 * is lost. Records from the far future would hide those that follow.
 */
export function readEvent(event: unknown, now: number): ReadEvent {
  if (!Array.isArray(event) || typeof event[0] !== 'string') return 'malformed'
  const [kind, payload] = event as [string, unknown]
  if (!isKind(kind)) return 'unknown'
  const shape = TRAVELLING[kind]
  if (shape === undefined) return 'unknown'
  if (!shape.safeParse(payload).success) return 'malformed'
  const sent = { kind, event: payload } as SentEvent
  return sent.kind === 'records' && sent.event.receivedAt > now + MOST_AHEAD_MS ? 'malformed' : sent
}

export type SentEvent = {
  readonly [K in keyof BusEvents]: { readonly kind: K; readonly event: BusEvents[K] }
}[keyof BusEvents]
export type ReadEvent = SentEvent | 'unknown' | 'malformed'

function isKind(kind: string): kind is keyof BusEvents {
  return Object.hasOwn(TRAVELLING, kind)
}
