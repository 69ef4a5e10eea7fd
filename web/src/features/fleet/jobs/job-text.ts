import type { UnitChange, UnitJob, UnitJobResult, UnitResult } from '@fieldwatch/contract/units/unit-jobs'
import type { ShortSheet } from '#shared/downloads/save-sheet.ts'
import { t } from './texts.ts'

/** What became of a unit. */
export function resultText(result: UnitResult | null): string {
  return result === null ? t('many-units.result.open') : t(`many-units.result.${result}`)
}

/** What a job is, as its dialog is called. */
export function jobTitle({ kind, change, units }: Pick<UnitJob, 'kind' | 'change' | 'units'>): string {
  if (kind === 'undo') return t('many-units.job.undo', { count: units })
  if (kind === 'import' || change === null) return t('many-units.job.import', { count: units })
  return t(changeId(change), { count: units })
}

/** The text of what is done to each unit. */
function changeId(change: UnitChange) {
  switch (change.kind) {
    case 'template':
      return change.template === null ? 'many-units.job.template.none' : 'many-units.change.template.title'
    case 'entities':
      return `many-units.job.entities.${change.how}` as const
    case 'active':
      return change.active ? 'many-units.change.activate.title' : 'many-units.change.deactivate.title'
    default:
      return `many-units.change.${change.kind}.title` as const
  }
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
    [created, 'many-units.created'],
    [removed, 'many-units.removed'],
    [updated, 'many-units.updated'],
    [unchanged, 'many-units.unchanged'],
    [refused, 'many-units.refused'],
    [stopped, 'many-units.stopped'],
    [open, 'many-units.open'],
  ] as const
  const texts = parts.filter(([count]) => count > 0).map(([count, text]) => t(text, { count }))
  return texts.length === 0 ? t('many-units.job.nothing') : texts.join(' · ')
}

/** How far it is, or how it ended. */
export function stateText({ endedUTC, stopped, units, counts }: UnitJob): string {
  if (endedUTC === null) return t('many-units.job.running.note')
  if (stopped === null) return t('many-units.done')
  const done = units - counts.stopped
  return stopped.by === null
    ? t('many-units.job.stopped', { done, count: units })
    : t('many-units.job.stopped.by', { by: stopped.by, done, count: units })
}

/** One that is under way, among others. */
export function runningText(job: UnitJob): string {
  return job.own || job.createdBy === null
    ? t('many-units.job.running', { job: jobTitle(job) })
    : t('many-units.job.running.by', { job: jobTitle(job), by: job.createdBy })
}

/** The results as a table. */
export function resultsSheet(results: readonly UnitJobResult[], { kind }: Pick<UnitJob, 'kind'>): ShortSheet {
  return {
    name: t('many-units.column.result'),
    headings: [
      t(kind === 'import' ? 'many-units.column.line' : 'many-units.column.place'),
      t('many-units.column.dataID'),
      t('many-units.column.unit'),
      t('many-units.column.result'),
      t('many-units.column.reason'),
    ],
    rows: results.map(({ place, dataID, friendlyName, result, message }) => [
      place,
      dataID,
      friendlyName,
      resultText(result),
      message,
    ]),
  }
}

interface Addresses {
  readonly mqttUrl: string
  readonly httpUrl: string
}

/** What each unit signs in with and where, as a table. */
export function tokensSheet(
  units: readonly { readonly dataID: string; readonly token: string }[],
  { mqttUrl, httpUrl }: Addresses,
): ShortSheet {
  return {
    name: 'tokens',
    headings: ['dataID', 'token', 'mqttUrl', 'mqttUser', 'topic', 'httpUrl'],
    rows: units.map(({ dataID, token }) => [
      dataID,
      token,
      mqttUrl,
      dataID,
      `units/${dataID}/data/{source}`,
      `${httpUrl}/api/v1/ingest/${dataID}`,
    ]),
  }
}
