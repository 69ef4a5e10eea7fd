import * as actionBatches from './actions/action-batches.ts'
import * as actionMessages from './actions/action-messages.ts'
import * as actions from './actions/actions.ts'
import * as activity from './activity/activity.ts'
import * as alertHistory from './alerts/alert-history.ts'
import * as alertRehearsal from './alerts/alert-rehearsal.ts'
import * as alertTriggered from './alerts/alert-triggered.ts'
import * as alerts from './alerts/alerts.ts'
import * as connection from './api/connection.ts'
import * as files from './api/files.ts'
import * as health from './api/health.ts'
import * as map from './api/map.ts'
import * as calculations from './calculations/calculations.ts'
import * as comparisons from './comparisons/comparisons.ts'
import * as unsubscribing from './delivery/unsubscribing.ts'
import * as webhooks from './delivery/webhooks.ts'
import * as eventSummary from './events/event-summary.ts'
import * as events from './events/events.ts'
import * as mappings from './mappings/mappings.ts'
import * as networkServers from './lorawan/network-servers.ts'
import * as incidents from './incidents/incidents.ts'
import * as notes from './notes/notes.ts'
import * as places from './places/places.ts'
import * as boards from './boards/boards.ts'
import * as shares from './shares/shares.ts'
import * as sharedScreens from './shares/shared-screens.ts'
import * as apps from './people/apps.ts'
import * as auth from './people/auth.ts'
import * as entities from './people/entities.ts'
import * as openId from './people/open-id.ts'
import * as ownPassword from './people/own-password.ts'
import * as ownSessions from './people/own-sessions.ts'
import * as passkeys from './people/passkeys.ts'
import * as phoneVerification from './people/phone-verification.ts'
import * as programTokens from './people/program-tokens.ts'
import * as secondFactor from './people/second-factor.ts'
import * as stepUp from './people/step-up.ts'
import * as users from './people/users.ts'
import * as replayState from './replay/state.ts'
import * as replaySteps from './replay/state-steps.ts'
import * as reportSchedules from './reports/report-schedules.ts'
import * as data from './telemetry/data.ts'
import * as ingest from './telemetry/ingest.ts'
import * as lorawan from './telemetry/lorawan.ts'
import * as live from './telemetry/live.ts'
import * as positionDoors from './telemetry/position-doors.ts'
import * as prometheusQueries from './telemetry/prometheus-queries.ts'
import * as recordImports from './telemetry/record-imports.ts'
import * as templateCodec from './templates/template-codec.ts'
import * as templateGallery from './templates/template-gallery.ts'
import * as templateTrials from './templates/template-trials.ts'
import * as templateVersions from './templates/template-versions.ts'
import * as templates from './templates/templates.ts'
import * as deletions from './units/deletions.ts'
import * as gatewayChildren from './units/gateway-children.ts'
import * as influxDoor from './telemetry/influx-door.ts'
import * as dependants from './units/dependants.ts'
import * as labels from './units/labels.ts'
import * as listView from './units/list-view.ts'
import * as nearestPlace from './units/nearest-place.ts'
import * as nearestUnits from './units/nearest-units.ts'
import * as retention from './units/retention.ts'
import * as sims from './units/sims.ts'
import * as unitColumns from './units/unit-columns.ts'
import * as unitImports from './units/unit-imports.ts'
import * as unitJobs from './units/unit-jobs.ts'
import * as unitSilence from './units/unit-silence.ts'
import * as units from './units/units.ts'
import type { AnyEndpoint } from './api/endpoint.ts'

/** The files that define endpoints, in the order of the documents. */
const FILES = [
  auth,
  secondFactor,
  passkeys,
  ownPassword,
  stepUp,
  openId,
  users,
  phoneVerification,
  listView,
  ownSessions,
  programTokens,
  entities,
  deletions,
  gatewayChildren,
  files,
  apps,
  map,
  nearestPlace,
  templateCodec,
  templates,
  templateGallery,
  templateVersions,
  templateTrials,
  units,
  unitColumns,
  nearestUnits,
  unitImports,
  unitJobs,
  connection,
  retention,
  sims,
  recordImports,
  data,
  comparisons,
  prometheusQueries,
  calculations,
  events,
  eventSummary,
  reportSchedules,
  actions,
  actionBatches,
  alerts,
  alertTriggered,
  unsubscribing,
  alertHistory,
  alertRehearsal,
  unitSilence,
  dependants,
  labels,
  webhooks,
  mappings,
  networkServers,
  notes,
  places,
  boards,
  shares,
  sharedScreens,
  replayState,
  replaySteps,
  incidents,
  activity,
  live,
  ingest,
  lorawan,
  positionDoors,
  influxDoor,
  actionMessages,
  health,
]

/** `operationId`s that differ from the name of the value. */
const OPERATION_IDS = new Map([
  ['confirmSetUp', 'confirmSecondFactorSetUp'],
  ['refresh', 'refreshSession'],
  ['stepUp', 'confirmIdentity'],
  ['jwks', 'getSigningKeys'],
  ['endOwnSessions', 'signOutElsewhere'],
  ['enrolTotp', 'addTotp'],
  ['makeRecoveryCodes', 'createRecoveryCodes'],
  ['beginPasskey', 'requestPasskey'],
  ['renamePasskey', 'updatePasskey'],
  ['resetSecondFactor', 'removeSecondFactor'],
  ['withdrawShare', 'revokeShare'],
  ['openShared', 'requestShared'],
  ['changeBoard', 'updateBoard'],
  ['pairScreen', 'addBoardScreen'],
  ['removeScreen', 'removeBoardScreen'],
  ['previewBoard', 'createBoardPreview'],
  ['startPairing', 'createBoardPairing'],
  ['healthz', 'checkAlive'],
  ['readyz', 'checkReady'],
  ['metrics', 'getMetrics'],
])

/**
 * Every address of the HTTP API by its `operationId`: a verb phrase that never changes, because clients are generated from it.
 * Tests compare the list with what the server registers and with the documents.
 */
export const NAMED_ENDPOINTS: Readonly<Record<string, AnyEndpoint>> = Object.fromEntries(
  FILES.flatMap((file) =>
    Object.entries<unknown>(file).flatMap(([name, value]) =>
      isEndpoint(value) ? [[OPERATION_IDS.get(name) ?? name, value]] : [],
    ),
  ),
)

export const ENDPOINTS: readonly AnyEndpoint[] = Object.values(NAMED_ENDPOINTS)

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'reply' in value
}
