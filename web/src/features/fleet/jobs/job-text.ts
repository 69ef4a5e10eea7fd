import { formatCount } from '@fieldwatch/contract/text/number-text'
import { csvLine } from '@fieldwatch/contract/text/csv'
import type { UnitChange, UnitJob, UnitJobResult, UnitResult } from '@fieldwatch/contract/units/unit-jobs'

export const RESULT_TEXT: Readonly<Record<UnitResult, string>> = {
  created: 'Added',
  updated: 'Changed',
  unchanged: 'As before',
  refused: 'Refused',
  stopped: 'Not done',
  removed: 'Removed',
}

/** What a job is, as its dialog is called. */
export function jobTitle({ kind, change, units }: Pick<UnitJob, 'kind' | 'change' | 'units'>): string {
  if (kind === 'undo') return `Undo of an import: ${countText(units)}`
  if (kind === 'import' || change === null) return `Import of ${countText(units)}`
  return `${changeText(change)}: ${countText(units)}`
}

/** What is done to each unit. */
export function changeText(change: UnitChange): string {
  switch (change.kind) {
    case 'template':
      return change.template === null ? 'Take the template away' : 'Choose a template'
    case 'entities':
      return { add: 'Add to entities', remove: 'Take out of entities', set: 'Choose entities' }[change.how]
    case 'active':
      return change.active ? 'Activate' : 'Deactivate'
    case 'alert':
      return 'Watch by an alert'
    case 'labels':
      return 'Put labels on or take them off'
    default:
      return 'Choose how long data is kept'
  }
}

export function countText(units: number): string {
  return units === 1 ? '1 unit' : `${formatCount(units)} units`
}

/** How many units are how far. */
export function resultsText({
  open,
  created,
  updated,
  unchanged,
  refused,
  stopped,
  removed,
}: UnitJob['counts']): string {
  const parts = [
    [created, 'added'],
    [removed, 'removed'],
    [updated, 'changed'],
    [unchanged, 'as before'],
    [refused, 'refused'],
    [stopped, 'not done'],
    [open, 'to go'],
  ] as const
  const told = parts.filter(([count]) => count > 0).map(([count, text]) => `${formatCount(count)} ${text}`)
  return told.length === 0 ? 'Nothing to do' : told.join(' · ')
}

/** How far it is, or how it ended. */
export function stateText({ endedUTC, stopped, units, counts }: UnitJob): string {
  if (endedUTC === null) return 'It is under way, and goes on when this is closed.'
  if (stopped === null) return 'It is done.'
  const done = `${formatCount(units - counts.stopped)} of ${countText(units)}`
  return `Stopped${stopped.by === null ? '' : ` by ${stopped.by}`} after ${done}. What was done stays; the others are as they were.`
}

/** One that is under way, among others. */
export function runningText(job: UnitJob): string {
  const who = job.own || job.createdBy === null ? '' : `, by ${job.createdBy}`
  return `Under way: ${jobTitle(job)}${who}`
}

/** The results as a file. */
export function resultsCsv(results: readonly UnitJobResult[], { kind }: Pick<UnitJob, 'kind'>): Blob {
  const head = csvLine([kind === 'import' ? 'line' : 'place', 'dataID', 'name', 'result', 'message'])
  const body = results.map(({ place, dataID, friendlyName, result, message }) =>
    csvLine([place, dataID, friendlyName, result === null ? 'Not done yet' : RESULT_TEXT[result], message]),
  )
  return new Blob([head, ...body])
}

interface Addresses {
  readonly mqttUrl: string
  readonly httpUrl: string
}

/** What each unit signs in with and where, as a file. */
export function tokensCsv(
  units: readonly { readonly dataID: string; readonly token: string }[],
  { mqttUrl, httpUrl }: Addresses,
): Blob {
  const head = csvLine(['dataID', 'token', 'mqttUrl', 'mqttUser', 'topic', 'httpUrl'])
  const body = units.map(({ dataID, token }) =>
    csvLine([dataID, token, mqttUrl, dataID, `units/${dataID}/data/{source}`, `${httpUrl}/api/v1/ingest/${dataID}`]),
  )
  return new Blob([head, ...body])
}
