import type { AlertCondition } from '@fieldwatch/contract/alerts/alert-conditions'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { createEvent } from '@fieldwatch/contract/events/events'
import { type AlertId, type EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { ask, sendTo } from '#testing/running-server.ts'
import type { TestDatabase } from '#testing/test-database.ts'
import type { FuzzSource, History, SentRecord } from './write-history.ts'

/** Something that is compared with its model, by the source and field that it watches. */
export const WATCHED_FIELDS = {
  tank: { source: SourceName.parse('tank'), field: 'level' },
  room: { source: SourceName.parse('room'), field: 'temp' },
  sum: { source: SourceName.parse('sum'), field: 'value' },
  half: { source: SourceName.parse('half'), field: 'value' },
} as const
export type WatchedSource = keyof typeof WATCHED_FIELDS

/** Calculated sources; one feeds on the other. */
export const EQUATIONS = { sum: 'tank.level + room.temp', half: 'sum.value / 2' } as const

export const VALUE_ALERTS = ['plain', 'held', 'between', 'held-between'] as const
export type ValueAlert = (typeof VALUE_ALERTS)[number]
export const SILENCES = ['tank', 'sum', 'unit'] as const
export type Silence = (typeof SILENCES)[number]
export const TABLES = { tank: 'High_level', sum: 'High_sum' } as const

/** Records that arrived at a moment of the clock. */
export interface Sending {
  readonly moment: number
  readonly source: FuzzSource
  readonly records: readonly SentRecord[]
}

export interface WatchedUnit {
  readonly unit: BuiltUnit
  readonly history: History
  /** What was acknowledged, in its order. */
  readonly log: Sending[]
  readonly valueAlerts: readonly { readonly of: WatchedSource; readonly kind: ValueAlert; readonly id: AlertId }[]
  readonly silences: readonly { readonly of: Silence; readonly id: AlertId }[]
}

interface Maker {
  readonly database: Pick<TestDatabase, 'db'>
  readonly url: string
  readonly token: string
  readonly entity: EntityId
  /** The first moment: nothing is looked at from before it. */
  readonly now: number
  readonly settle: () => Promise<void>
}

/** Makes units that have sent one record to each source, with everything that watches what they send from then on. */
export async function watchUnits(maker: Maker, histories: readonly History[]): Promise<WatchedUnit[]> {
  const units: { unit: BuiltUnit; history: History }[] = []
  for (const history of histories) {
    const unit = await buildUnit(maker.database.db, { entity: maker.entity })
    await sendTo(maker, unit, 'tank', [{ messageUTC: maker.now, level: 0 }])
    await sendTo(maker, unit, 'room', [{ messageUTC: maker.now, temp: 0 }])
    for (const name of ['sum', 'half'] as const) await addCalculation(maker, { unit, history }, name)
    units.push({ unit, history })
  }
  await maker.settle()
  const watched: WatchedUnit[] = []
  for (const one of units) watched.push(await watchUnit(maker, one))
  await maker.settle()
  return watched
}

interface Made {
  readonly unit: BuiltUnit
  readonly history: History
}

async function addCalculation(maker: Maker, { unit, history }: Made, name: 'sum' | 'half'): Promise<void> {
  const values = name === 'sum' ? [WATCHED_FIELDS.tank, WATCHED_FIELDS.room] : [WATCHED_FIELDS.sum]
  const startDate = new Date(history.rules.startAt).toISOString()
  const body = {
    dataID: unit.dataId,
    name: SourceName.parse(name),
    equation: EQUATIONS[name],
    unit: 'm',
    startDate,
    values,
  }
  await ask(maker, createCalculation, { token: maker.token, body })
}

async function watchUnit(maker: Maker, { unit, history }: Made): Promise<WatchedUnit> {
  const { url, token, now } = maker
  const { rules } = history
  const valueAlerts: WatchedUnit['valueAlerts'][number][] = []
  for (const name of ['tank', 'half'] as const) {
    for (const kind of VALUE_ALERTS) {
      const { source, field } = WATCHED_FIELDS[name]
      const condition: AlertCondition = { field, operator: 'greater than', constant: rules.limit }
      const clearLimit = kind.endsWith('between') ? rules.clearLimit : null
      const forSeconds = kind.startsWith('held') ? rules.forMs / 1_000 : 0
      const body = { name: `${name} ${kind}`, devices: [unit.dataId], source, condition, clearLimit, forSeconds }
      const { details } = await ask({ url }, createAlert, { token, body })
      valueAlerts.push({ of: name, kind, id: details.alertID })
    }
  }
  const silences: WatchedUnit['silences'][number][] = []
  for (const silent of SILENCES) {
    const source = silent === 'unit' ? null : WATCHED_FIELDS[silent].source
    const body = {
      name: `${silent} silent`,
      devices: [unit.dataId],
      type: 'silence' as const,
      source,
      silentSeconds: rules.silentMs / 1_000,
    }
    const { details } = await ask({ url }, createAlert, { token, body })
    silences.push({ of: silent, id: details.alertID })
  }
  for (const name of ['tank', 'sum'] as const) {
    const { source, field } = WATCHED_FIELDS[name]
    const body = {
      dataID: unit.dataId,
      name: TABLES[name],
      comparison: `${source}.${field} > ${rules.limit}`,
      startDate: new Date(rules.startAt).toISOString(),
      values: [WATCHED_FIELDS.tank, WATCHED_FIELDS.room],
      maxGapMinutes: rules.gapMs / 60_000,
    }
    await ask({ url }, createEvent, { token, body })
  }
  const records = [{ at: now, value: 0 }]
  const log: Sending[] = (['tank', 'room'] as const).map((source) => ({ moment: now, source, records }))
  return { unit, history, log, valueAlerts, silences }
}
