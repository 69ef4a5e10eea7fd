import { type IngestVerdict, MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import type { ErrorCode } from '@fieldwatch/contract/api/errors'
import { asObject } from '@fieldwatch/contract/text/json'
import type { CodecSandbox } from './codecs/codec-sandbox.ts'
import type { createUnitCodecs } from './codecs/codec-store.ts'
import {
  type DecodedMessage,
  decodeUnitMessage,
  refusedMessage,
  storable,
} from '@fieldwatch/server/doors/ingest/decode-message'
import { verdictOf } from '@fieldwatch/server/doors/ingest/ingest-batch'
import type { KnownUnit } from '@fieldwatch/server/doors/ingest/unit-authenticator'
import type { Sender } from '@fieldwatch/server/doors/senders/identify-sender'
import type { RecordAtDoor } from '@fieldwatch/server/doors/senders/record-at-door'
import type { UnknownMessagesPlace } from '@fieldwatch/server/doors/senders/unknown-messages'
import { DomainError, inEnglish, isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Clock } from '@fieldwatch/server/platform/time/clock'
import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import type { createDownlinkStore, HeardDevice } from './network-servers/downlink-store.ts'
import type { FollowDownlinks } from './network-servers/follow-downlinks.ts'
import { recordsOfUplink, type SourceValues } from './event-records.ts'
import {
  type DecodedEvent,
  type DownlinkReport,
  EVENTS,
  normaliseDevEui,
  type Notice,
  type Uplink,
  VALUES,
} from './lorawan-event.ts'
import type { createLorawanStore, UplinkId } from './lorawan-store.ts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { shareStatements } from '@fieldwatch/server/platform/database/share-statements'

type LorawanDoor = 'things-stack' | 'chirpstack'

interface Parts {
  readonly record: RecordAtDoor
  readonly uplinks: ReturnType<typeof createLorawanStore>
  readonly codecs: ReturnType<typeof createUnitCodecs>
  readonly sandbox: CodecSandbox
  readonly clock: Clock
  /** Keeps what is of no unit where admins see it. */
  readonly unknownMessages: UnknownMessagesPlace
  /** Moves requests by what becomes of their downlinks. */
  readonly follow: Pick<FollowDownlinks, 'report'>
  readonly devices: Pick<ReturnType<typeof createDownlinkStore>, 'noteDevices'>
}

interface Taken {
  readonly door: LorawanDoor
  readonly sender: Sender
  readonly decoded: DecodedEvent
  /** As it came. */
  readonly body: unknown
  /** Read from the storage of the network server, where it has been for some time: it is no sign of life. */
  readonly isStored?: boolean
}

/**
 * Stores what a network server reported. Only what another try could change is an error: the sender, or the database. Anything else has a
 * verdict, as a webhook that fails is switched off for all devices.
 */
export type TakeEvent = (taken: Taken) => Promise<IngestVerdict>

export function createTakeEvent(parts: Parts): TakeEvent {
  const { record, codecs, sandbox, clock, unknownMessages } = parts
  const storedUplinks = createStoredUplinks(parts)
  return async ({ door, sender, decoded, body, isStored = false }) => {
    if ('ignored' in decoded) return NOTHING
    const devEui = 'event' in decoded ? decoded.event.devEui : devEuiIn(body)
    const unit = await findUnit(sender, devEui)
    if (typeof unit === 'string') {
      const message = { topic: `${door}/${devEui ?? 'unknown'}`, payload: keptText(body), arrivedAt: clock() }
      await unknownMessages.current?.(sender, message)
      return verdictOf({
        stored: 0,
        paused: 0,
        refused: [{ source: VALUES, index: 0, payload: '', ...reasonOf(unit) }],
      })
    }
    if (!('event' in decoded)) {
      const reason = { code: 'request/invalid', message: decoded.problem } as const
      return record(door, unit, refusedMessage(VALUES, reason, asBuffer(body)))
    }
    const { event } = decoded
    if (event.kind === 'uplink') return takeUplink(door, unit, event, { isReport: isStored })
    if (event.kind === 'notice') return record(door, unit, decode(noticeOf(event)))
    const isReport = event.step !== 'acknowledged'
    const verdict = await record(door, unit, { ...decode(reportOf(event)), isReport })
    await parts.follow.report(door, unit.dataId, event)
    return verdict
  }

  async function takeUplink(
    door: LorawanDoor,
    unit: KnownUnit,
    uplink: Uplink,
    { isReport }: { readonly isReport: boolean },
  ): Promise<IngestVerdict> {
    const { dataId } = unit
    const { id, receivedAt } = uplink
    if (await storedUplinks.isStored({ dataId, id, receivedAt })) return NOTHING
    const verdict = await record(door, unit, { ...(await decodeUplink(unit, uplink)), isReport })
    // A copy that comes before this is noted has the same times, and so changes nothing.
    await storedUplinks.note({ dataId, id, receivedAt, heard: { door, ...uplink.registered } })
    return verdict
  }

  /** The codec of a unit decides alone what its uplinks mean; commands for the network (port 0) and empty payloads mean nothing to it. */
  async function decodeUplink({ dataId }: KnownUnit, uplink: Uplink): Promise<DecodedMessage> {
    const { bytes, port, at } = uplink
    const codec = await codecs.findForUnit(dataId)
    if (codec === undefined) return decodeValues(uplink, uplink.decoded)
    if (bytes.length === 0 || port === 0) return decodeValues(uplink, undefined)
    const result = await sandbox.decode(codec, { bytes, port, receivedAt: at })
    if ('data' in result) return decodeValues(uplink, result.data)
    const { records } = decodeValues(uplink, undefined)
    const reason = { code: 'record/codec-failed', message: result.problem } as const
    return { ...refusedMessage(VALUES, reason, Buffer.from(`${port} ${bytes.toString('hex')}`)), records }
  }

  /** Values that cannot be stored are refused, and the bytes are stored in their place. */
  function decodeValues(uplink: Uplink, values: Uplink['decoded']): DecodedMessage {
    const message = decode(recordsOfUplink(uplink, values))
    if (values === undefined || message.records.some(({ source }) => source === VALUES)) return message
    const bytes = decode(recordsOfUplink(uplink, undefined)).records.filter(({ source }) => source === VALUES)
    return { ...message, records: [...message.records, ...bytes] }
  }

  function decode(values: SourceValues): DecodedMessage {
    return decodeUnitMessage(Buffer.from(JSON.stringify(values)), clock())
  }
}

const NOTHING: IngestVerdict = verdictOf({ stored: 0, paused: 0, refused: [] })

/** What is wrong with one device, and not with the webhook. */
const OF_DEVICE: readonly ErrorCode[] = ['unit/not-found', 'unit/deactivated', 'unit/shared']

/** The unit of a device, or why the sender may not send for it. */
export async function findUnit(sender: Sender, devEui: string | undefined): Promise<KnownUnit | ErrorCode> {
  if (devEui === undefined) return sender.own ?? 'unit/not-found'
  try {
    return await sender.unitByDetail('devEUI', devEui)
  } catch (error) {
    if (isDomainError(error) && OF_DEVICE.includes(error.code)) return error.code
    throw error
  }
}

function reasonOf(code: ErrorCode): { code: ErrorCode; message: string } {
  return { code, message: inEnglish(sentenceOfCode(code)) }
}

/** The device of a message of which nothing else can be read. */
function devEuiIn(body: unknown): string | undefined {
  const { end_device_ids: ids, deviceInfo: info } = asObject(body)
  const named = asObject(ids)['dev_eui'] ?? asObject(info)['devEui']
  return typeof named === 'string' ? normaliseDevEui(named) : undefined
}

/** As much of a body as is captured. */
function keptText(body: unknown): string {
  return storable(asBuffer(body).toString('utf8', 0, MAX_RECORD_BYTES))
}

function asBuffer(body: unknown): Buffer {
  return Buffer.from(JSON.stringify(body) ?? '')
}

function noticeOf({ at, source, fields }: Notice): SourceValues {
  return { [source]: { ...fields, messageUTC: new Date(at).toISOString() } }
}

function reportOf({ at, step, reason }: DownlinkReport): SourceValues {
  return {
    [EVENTS]: {
      messageUTC: new Date(at).toISOString(),
      event: `downlink ${step}`,
      ...(reason && { description: reason }),
    },
  }
}

/** The senders give up after five seconds, and hear before that whether they are to come again. */
const PATIENCE_MS = 4_500

/** @throws DomainError server/unavailable when storing takes longer than a sender waits; it may still be stored afterwards */
export async function withinPatience<Result>(storing: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new DomainError('server/unavailable')), PATIENCE_MS)
  try {
    return await Promise.race([storing, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

interface StoredUplink extends UplinkId {
  readonly heard: HeardDevice
}

/** Which uplinks are stored: those that arrive at the same time share their statements, as each comes in a request of its own. */
function createStoredUplinks({ uplinks, devices, clock }: Pick<Parts, 'uplinks' | 'devices' | 'clock'>) {
  const options = { clock, patienceMs: PATIENCE_MS }
  const areStored = (given: readonly UplinkId[]): Promise<boolean[]> => uplinks.areStored(given, clock())
  const noteAll = async (stored: readonly StoredUplink[]): Promise<undefined[]> => {
    await devices.noteDevices(new Map<DataId, HeardDevice>(stored.map(({ dataId, heard }) => [dataId, heard])))
    await uplinks.noteStored(stored, clock())
    return stored.map(() => undefined)
  }
  return {
    /** @throws DomainError server/unavailable */
    isStored: shareStatements(options, areStored),

    /**
     * Notes an uplink that is stored, and who brought it.
     * @throws DomainError server/unavailable
     */
    note: shareStatements(options, noteAll),
  }
}
