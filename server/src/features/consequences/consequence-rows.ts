import type { CoreThing } from '@fieldwatch/contract/consequences/consequences'
import type { Row, Rows } from '#delivery/consequences/declaration.ts'
import { WAITING } from '#delivery/consequences/waiting-consequences.ts'
import { createAlertRow } from '#features/alerts/alert-consequences.ts'
import { CALCULATIONS_ROW } from '#features/calculations/calculation-consequences.ts'
import { createEventRow } from '#features/events/event-consequences.ts'
import type { TableFollowers } from '#features/events/table-followers.ts'
import { BATCHES, REQUESTS } from '#features/requests/request-consequences.ts'
import { LABELS } from '#fleet/labels/label-consequences.ts'
import { PLACES } from '#fleet/places/place-consequences.ts'
import { SIM_CARDS } from '#fleet/sims/sim-consequences.ts'
import { CHARTS, TEMPLATES } from '#fleet/templates/template-consequences.ts'
import { JOBS } from '#fleet/unit-jobs/job-consequences.ts'
import { LIST_VIEWS, UNITS } from '#fleet/units/unit-consequences.ts'
import { SESSIONS } from '#people/credentials/session-consequences.ts'
import { SUB_ENTITIES } from '#people/entities/entity-consequences.ts'
import { TOKENS } from '#people/program-tokens/token-consequences.ts'
import { USERS } from '#people/users/user-consequences.ts'
import type { Bus } from '#platform/bus/bus.ts'
import { SOURCES } from '#records/store/source-consequences.ts'

interface Parts {
  readonly bus: Pick<Bus, 'publish'>
  readonly tableFollowers: TableFollowers
}

/** The rows that an extension adds. */
export interface AddsRows {
  readonly consequences?: (parts: Pick<Parts, 'bus'>) => Rows
}

/** What follows from every kind of change for every kind of thing, those of the extensions after those of the core. */
export function createConsequenceRows(parts: Parts, extensions: readonly AddsRows[]): Rows {
  return Object.assign({}, createCoreRows(parts), ...extensions.map(({ consequences }) => consequences?.(parts)))
}

export function createCoreRows(parts: Parts): { readonly [Thing in CoreThing]: Row } {
  return {
    alert: createAlertRow(parts),
    'event table': createEventRow(parts),
    'calculated source': CALCULATIONS_ROW,
    chart: CHARTS,
    source: SOURCES,
    unit: UNITS,
    template: TEMPLATES,
    label: LABELS,
    place: PLACES,
    request: REQUESTS,
    batch: BATCHES,
    job: JOBS,
    'SIM card': SIM_CARDS,
    token: TOKENS,
    'waiting message': WAITING,
    session: SESSIONS,
    'list view': LIST_VIEWS,
    user: USERS,
    'sub-entity': SUB_ENTITIES,
  }
}
