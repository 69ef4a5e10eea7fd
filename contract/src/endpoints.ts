import type { AnyEndpoint } from './api/endpoint.ts'

/** The files that define endpoints, in the order of the documents. */
const FILES = await Promise.all([
  import('./people/auth.ts'),
  import('./people/second-factor.ts'),
  import('./people/passkeys.ts'),
  import('./people/own-password.ts'),
  import('./people/step-up.ts'),
  import('./people/users.ts'),
  import('./people/phone-verification.ts'),
  import('./units/list-view.ts'),
  import('./people/own-sessions.ts'),
  import('./people/program-tokens.ts'),
  import('./people/entities.ts'),
  import('./units/deletions.ts'),
  import('./units/gateway-children.ts'),
  import('./api/files.ts'),
  import('./people/apps.ts'),
  import('./api/map.ts'),
  import('./units/nearest-place.ts'),
  import('./templates/templates.ts'),
  import('./templates/template-gallery.ts'),
  import('./templates/template-versions.ts'),
  import('./templates/template-trials.ts'),
  import('./units/units.ts'),
  import('./units/unit-columns.ts'),
  import('./units/nearest-units.ts'),
  import('./units/unit-imports.ts'),
  import('./jobs/jobs.ts'),
  import('./units/unit-jobs.ts'),
  import('./api/connection.ts'),
  import('./units/retention.ts'),
  import('./units/sims.ts'),
  import('./telemetry/data.ts'),
  import('./comparisons/comparisons.ts'),
  import('./calculations/calculations.ts'),
  import('./events/events.ts'),
  import('./events/event-summary.ts'),
  import('./actions/actions.ts'),
  import('./actions/action-batches.ts'),
  import('./alerts/alerts.ts'),
  import('./alerts/alert-triggered.ts'),
  import('./delivery/unsubscribing.ts'),
  import('./alerts/alert-history.ts'),
  import('./alerts/alert-recipients.ts'),
  import('./alerts/alert-rehearsal.ts'),
  import('./units/unit-silence.ts'),
  import('./consequences/consequences.ts'),
  import('./consequences/unit-undo.ts'),
  import('./units/labels.ts'),
  import('./places/places.ts'),
  import('./visitors/shared-screens.ts'),
  import('./replay/state.ts'),
  import('./replay/state-steps.ts'),
  import('./activity/activity.ts'),
  import('./telemetry/live.ts'),
  import('./telemetry/ingest.ts'),
  import('./actions/action-messages.ts'),
  import('./api/health.ts'),
])

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
  ['takeOverShare', 'updateShare'],
  ['withdrawShare', 'revokeShare'],
  ['openShared', 'requestShared'],
  ['healthz', 'checkAlive'],
  ['readyz', 'checkReady'],
  ['metrics', 'getMetrics'],
])

/** The addresses of the core by their `operationId`. */
export const CORE_ENDPOINTS: Readonly<Record<string, AnyEndpoint>> = nameEndpoints(FILES)

/** The endpoints that files export, by `operationId`. */
export function nameEndpoints(files: readonly Readonly<Record<string, unknown>>[]): Record<string, AnyEndpoint> {
  return Object.fromEntries(
    files.flatMap((file) =>
      Object.entries(file).flatMap(([name, value]) =>
        isEndpoint(value) ? [[OPERATION_IDS.get(name) ?? name, value]] : [],
      ),
    ),
  )
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'reply' in value
}
