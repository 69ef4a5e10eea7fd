import type { DataId } from '@fieldwatch/contract/api/ids'
import { type Pace, runUnit } from '@fieldwatch/simulator/fleet'
import { periodic, type SimulatedRecord } from '@fieldwatch/simulator/generator'
import type { Link } from '@fieldwatch/simulator/link'
import { connectUnit } from '@fieldwatch/simulator/unit-client'
import { setTimeout as sleep } from 'node:timers/promises'

/** The source that every unit of the cluster sends. */
export const TANK = 'tank'

export interface NamedUnit {
  readonly dataId: DataId
  readonly token: string
}

export interface SentRecord {
  /** `messageUTC`, in epoch milliseconds: of each unit once. */
  readonly at: number
  readonly level: number
}

/** A unit, and what the portal acknowledged of it. */
export interface FleetUnit {
  readonly dataId: DataId
  /** In the order of acknowledgement. */
  readonly acknowledged: readonly SentRecord[]
}

export interface Fleet {
  readonly units: readonly FleetUnit[]
  /** Stops to send, and waits until all that was sent is acknowledged. */
  readonly stop: () => Promise<void>
}

interface Options {
  readonly mqttUrl: string
  readonly units: readonly NamedUnit[]
  /** The rate of all units together. */
  readonly messagesASecond: number
  readonly onAcknowledged: (unit: FleetUnit, record: SentRecord) => void
}

const COURSE_MS = 12_000

/** A tank that is filled and emptied, each at its own time. */
export function levelOf(place: number, at: number): number {
  return Math.round((50 + 30 * Math.sin((2 * Math.PI * at) / COURSE_MS + place)) * 100) / 100
}

/** Lets units of the simulator live at one pace, spread over it, until the fleet is stopped. */
export function startFleet({ mqttUrl, units, messagesASecond, onAcknowledged }: Options): Fleet {
  const seconds = units.length / messagesASecond
  const stopping = new AbortController()
  const sending = new Set<Promise<void>>()
  const clients = units.map(({ dataId, token }) => connectUnit({ url: mqttUrl, dataId, token }))
  const living = units.map(({ dataId }, place) => {
    const acknowledged: SentRecord[] = []
    const unit = { dataId, acknowledged }
    const client = clients[place] as Link
    const send = async (record: SimulatedRecord): Promise<void> => {
      await client.send(record)
      const sent = { at: record.at, level: Number(record.fields['level']) }
      acknowledged.push(sent)
      onAcknowledged(unit, sent)
    }
    const link: Link = {
      ...client,
      send: (record) => {
        const sent = send(record).finally(() => sending.delete(sent))
        sending.add(sent)
        return sent
      },
    }
    const tank = periodic(TANK, seconds, (at) => ({ level: levelOf(place, at), clock: at / 1_000 }))
    const pace = paceBehind((place / units.length) * seconds * 1_000)
    const running = runUnit({ sources: [tank], link, pace, signal: stopping.signal, onLost: fail })
    return { unit, running }
  })
  return {
    units: living.map(({ unit }) => unit),
    stop: async () => {
      stopping.abort()
      await Promise.all(living.map(({ running }) => running))
      await Promise.all(sending)
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

/** The clock of a unit is behind by a part of its interval, so that units do not all send at once. */
function paceBehind(milliseconds: number): Pace {
  return {
    now: () => Date.now() - milliseconds,
    wait: (time, signal) => sleep(Math.max(0, time), undefined, { signal }).catch(() => undefined),
  }
}

function fail(error: unknown): never {
  throw new Error('A unit gave a record up, which no unit does before it ends.', { cause: error })
}
