import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { SourceName } from '@fieldwatch/contract/api/ids'
import { call } from '../support/api.ts'
import { type Alarm, createAlarm } from './alarms.ts'
import type { Cluster } from './cluster.ts'
import { within } from './deadline.ts'
import { type Fleet, type NamedUnit, startFleet, TANK } from './fleet.ts'
import type { Person } from './people.ts'
import type { Flow } from './report.ts'
import { createRecoveryTimes } from './returns.ts'
import { openStream, type Stream } from './stream.ts'

export interface Amount {
  readonly units: number
  /** The rate of all units together. */
  readonly messagesASecond: number
  /** Each follows its part of the units, and what is computed of one of them. */
  readonly streams: number
}

/** The work of a cluster while parts of it are killed. */
export interface Work {
  readonly fleet: Fleet
  readonly streams: readonly Stream[]
  /** The alarms of some units; their history is that of `LIMIT`. */
  readonly alarms: readonly Alarm[]
  readonly returns: Readonly<Record<Flow, ReturnType<typeof createRecoveryTimes>>>
  /** The latest `messageUTC` that was acknowledged of any unit. */
  readonly reached: () => number
}

export const RAW = SourceName.parse(TANK)
export const DOUBLE = SourceName.parse('double')
export const LIMIT = 60
const WATCHED_UNITS = 20
const BEGUN_MS = 20_000

/** Lets units send, and people follow, compute and watch what they send. The stack ends the streams. */
export async function beginWork(
  { balancer }: Cluster,
  { person, units: named, amount }: { person: Person; units: readonly NamedUnit[]; amount: Amount },
  stack: AsyncDisposableStack,
): Promise<Work> {
  const dataIds = named.map(({ dataId }) => dataId)
  const computed = dataIds.slice(0, amount.streams)
  const returns = {
    units: createRecoveryTimes(dataIds),
    streams: createRecoveryTimes(dataIds),
    calculations: createRecoveryTimes(computed),
  }
  let reached = 0
  const fleet = startFleet({
    mqttUrl: balancer.mqttUrl,
    units: named,
    messagesASecond: amount.messagesASecond,
    onAcknowledged: ({ dataId }, { at }) => {
      reached = Math.max(reached, at)
      returns.units.see(dataId, at)
    },
  })
  await within(BEGUN_MS, 'every unit was acknowledged something', () =>
    fleet.units.every(({ acknowledged }) => acknowledged.length > 0),
  )
  for (const dataID of computed) {
    const body = {
      dataID,
      name: DOUBLE,
      equation: `${TANK}.level * 2`,
      unit: 'm',
      startDate: '2026-01-01T00:00:00.000Z',
      values: [{ source: RAW, field: 'level' }],
    }
    await call(balancer, createCalculation, { token: await person.token(), body })
  }
  const alarms: Alarm[] = []
  for (const dataId of dataIds.slice(0, WATCHED_UNITS))
    alarms.push(
      await createAlarm(balancer, person, { name: `High in ${dataId}`, dataId, field: 'level', limit: LIMIT }),
    )
  const streams = Array.from({ length: amount.streams }, (_, place) =>
    openStream({
      portal: balancer,
      person,
      sources: [
        ...dataIds.filter((_, index) => index % amount.streams === place).map((dataId) => ({ dataId, name: RAW })),
        ...computed.slice(place, place + 1).map((dataId) => ({ dataId, name: DOUBLE })),
      ],
      onRecord: ({ dataId, name }, at) => returns[name === RAW ? 'streams' : 'calculations'].see(dataId, at),
    }),
  )
  stack.defer(async () => void (await Promise.all(streams.map((stream) => stream.close()))))
  return { fleet, streams, alarms, returns, reached: () => reached }
}
