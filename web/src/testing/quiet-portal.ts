import { listSignInProviders } from '@fieldwatch/contract/people/auth'
import { listActionBatches } from '@fieldwatch/contract/actions/action-batches'
import { listActivity } from '@fieldwatch/contract/activity/activity'
import { listTriggeredUnits } from '@fieldwatch/contract/alerts/alert-triggered'
import { listAlerts } from '@fieldwatch/contract/alerts/alerts'
import { getConnectionSettings } from '@fieldwatch/contract/api/connection'
import { getMapSettings } from '@fieldwatch/contract/api/map'
import { listCalculations } from '@fieldwatch/contract/calculations/calculations'
import { getEventSummary } from '@fieldwatch/contract/events/event-summary'
import { listEvents } from '@fieldwatch/contract/events/events'
import { listPlaces } from '@fieldwatch/contract/places/places'
import { listApps } from '@fieldwatch/contract/people/apps'
import { getEntity } from '@fieldwatch/contract/people/entities'
import { listOwnSessions } from '@fieldwatch/contract/people/own-sessions'
import { listProgramTokens } from '@fieldwatch/contract/people/program-tokens'
import { getSecondFactor } from '@fieldwatch/contract/people/second-factor'
import {
  getCurrent,
  getDataOptions,
  getSeries,
  listLatest,
  prepareData,
  queryData,
} from '@fieldwatch/contract/telemetry/data'
import { listTemplateIcons } from '@fieldwatch/contract/templates/templates'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { listLabels } from '@fieldwatch/contract/units/labels'
import { DEFAULT_LIST_VIEW } from '@fieldwatch/contract/units/list-columns'
import { getListView } from '@fieldwatch/contract/units/list-view'
import { listUnitColumns } from '@fieldwatch/contract/units/unit-columns'
import { listUnitJobs } from '@fieldwatch/contract/units/unit-jobs'
import { type DataDocument, listUnits } from '@fieldwatch/contract/units/units'
import { type Answer, answerTo, Failure, failure, whole } from './answers.ts'
import { buildEventSummary } from './build-events.ts'
import { buildAlertPage } from './build-listed-alert.ts'
import { columnsOf } from './unit-columns.ts'

const NO_PAGES = { page: 1, pageSize: 10, total: 0, hasNext: false }

/** What extensions answer to what their parts of pages of the core ask. */
const OF_EXTENSIONS = Object.values(
  import.meta.glob<{ QUIET: readonly Answer[] }>('/../extensions/*/web/testing/quiet.ts', { eager: true }),
)

/** What is answered to questions that many pages ask besides: nothing is set up, no unit sent anything. */
const QUIET: readonly Answer[] = [
  ...OF_EXTENSIONS.flatMap((extension) => extension.QUIET),
  answerTo(getConnectionSettings, () => ({
    httpUrl: 'https://portal.example',
    mqttUrl: 'mqtts://portal.example:8883',
    doors: [],
    ports: {},
  })),
  answerTo(getCurrent, () => failure('data/not-found')),
  answerTo(getDataOptions, () => failure('data/not-found')),
  answerTo(getEntity, () => failure('entity/not-found')),
  answerTo(getEventSummary, () => buildEventSummary()),
  answerTo(getListView, () => DEFAULT_LIST_VIEW),
  answerTo(getMapSettings, () => ({ styleUrl: null, googleMapsKey: null, streets: null })),
  answerTo(getSecondFactor, () => ({ totpSinceUTC: null, recoveryCodesLeft: 0, required: false, passkeys: [] })),
  answerTo(getSeries, () => failure('data/not-found')),
  answerTo(listActionBatches, () => ({ batches: [], pagination: NO_PAGES })),
  answerTo(listActivity, () => ({ activity: [], next: null })),
  answerTo(listAlerts, () => buildAlertPage([])),
  answerTo(listApps, () => []),
  answerTo(listPlaces, () => ({ places: [] })),
  answerTo(listCalculations, () => []),
  answerTo(listConsequences, () => ({ things: [], more: [] })),
  answerTo(listEvents, () => ({ tables: [] })),
  answerTo(listLabels, () => []),
  answerTo(listLatest, () => []),
  answerTo(listOwnSessions, () => []),
  answerTo(listProgramTokens, () => ({ tokens: [] })),
  answerTo(listSignInProviders, () => []),
  answerTo(listTemplateIcons, () => []),
  answerTo(listTriggeredUnits, () => []),
  answerTo(listUnitJobs, () => []),
  answerTo(prepareData, () => failure('data/not-found')),
  answerTo(queryData, () => failure('data/not-found')),
]

/** A portal in which there is nothing but what the test answers with; its list of units is the same units. */
export function quietPortal(answers: readonly Answer[]): Answer[] {
  const units = answers.findLast(({ endpoint }) => endpoint === listUnits)
  return units === undefined ? [...QUIET] : [...QUIET, answerInColumns(units)]
}

function answerInColumns(units: Answer): Answer {
  let read = 0
  return answerTo(listUnitColumns, async (call) => {
    const reply = await units.reply({ ...call, query: {} })
    if (reply instanceof Failure || reply instanceof Error) return reply
    read += 1
    // A test that has a list answers with the documents of its units.
    return whole({ status: 'success' as const, details: columnsOf(reply as DataDocument[]), asOf: `read ${read}` })
  })
}
