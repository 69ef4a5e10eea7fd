import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { getState, MOST_STATE_SUBJECTS, type UnitState } from '@fieldwatch/contract/replay/state'
import { type CurrentData, getCurrent } from '@fieldwatch/contract/telemetry/data'
import { hasCode } from '#platform/api/api-error.ts'
import type { Api } from '#platform/api/call.ts'
import type { Known } from './replay-address.ts'
import type { Snapshot, SourceNeed, Subject } from './snapshot.ts'

const NOTHING: CurrentData = { records: [], older: [] }

/** Reads what was true of some units at a moment; of one unit also the older records that its page shows. */
export async function loadMoment(
  api: Api,
  { dataIds, needs }: Subject,
  { at, known }: { readonly at: number; readonly known: Known },
  signal: AbortSignal,
): Promise<Snapshot> {
  const time = new Date(at).toISOString()
  const moment = { at: time, ...(known === 'then' ? { asKnownAt: time } : {}) }
  const subjects = [...needs.keys()].slice(0, MOST_STATE_SUBJECTS) as SourceName[]
  const body = { dataIDs: dataIds as DataId[], ...moment, subjects }
  const [only, second] = dataIds
  const one = second === undefined ? (only as DataId | undefined) : undefined

  async function readSource(source: string, need: SourceNeed): Promise<readonly [string, CurrentData]> {
    const asked = { dataID: one as DataId, subject: source as SourceName, ...moment }
    try {
      const { details } = (
        await api.call(getCurrent, { body: { ...asked, limit: need.limit, fields: [...need.fields] } }, { signal })
      ).body
      return [source, details]
    } catch (error) {
      if (hasCode(error, 'data/not-found')) return [source, NOTHING]
      throw error
    }
  }

  const several = one === undefined ? [] : [...needs].filter(([, { limit }]) => limit > 1)
  const [state, ...read] = await Promise.all([
    api.call(getState, { body }, { signal }),
    ...several.map(([source, need]) => readSource(source, need)),
  ])
  const units = new Map(state.details.units.map((unit) => [unit.dataID as string, unit]))
  const unit = one === undefined ? undefined : units.get(one)
  const missing = unit === undefined ? [] : [...needs].filter(([source, need]) => lacks(unit, source, need))
  const older = await Promise.all(missing.map(([source, need]) => readSource(source, need)))
  return { at, known, needs, units, sources: new Map([...read, ...older]) }
}

/** Whether the last record of a source has no value of a field that is shown. */
function lacks(unit: UnitState, source: string, { limit, fields }: SourceNeed): boolean {
  if (limit > 1) return false
  const record = unit.records.find(({ subject }) => subject === source)?.record
  return record !== undefined && fields.some((field) => record[field] === undefined || record[field] === null)
}

/** About how much memory a snapshot takes, counted in units and records. */
export function weightOf({ units, sources }: Snapshot): number {
  let weight = 1
  for (const unit of units.values()) weight += 1 + unit.records.length + unit.alerts.length + unit.requests.length
  for (const { records, older } of sources.values()) weight += records.length + older.length
  return weight
}
