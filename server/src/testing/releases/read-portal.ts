import { listAlerts } from '@fieldwatch/contract/alerts/alerts'
import { signIn } from '@fieldwatch/contract/people/auth'
import { listCalculations } from '@fieldwatch/contract/calculations/calculations'
import { queryData } from '@fieldwatch/contract/telemetry/data'
import type { AnyEndpoint, CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { listEntities } from '@fieldwatch/contract/people/entities'
import { listEvents } from '@fieldwatch/contract/events/events'
import { listUnits } from '@fieldwatch/contract/units/units'
import { listUsers } from '@fieldwatch/contract/people/users'
import { KEPT, keptRecord } from './fill-portal.ts'

/** What a portal shows. */
interface Shown {
  readonly entities: readonly string[]
  readonly users: readonly (readonly string[])[]
  readonly unit: readonly string[]
  /** The type of each. */
  readonly pictures: readonly string[]
  readonly records: readonly Readonly<Record<string, unknown>>[]
  readonly calculated: { readonly finished: boolean; readonly records: number; readonly first: number }
  /** When each begins. */
  readonly events: readonly string[]
  readonly alerts: readonly (readonly string[])[]
}

/** What `fillPortal` puts into a portal. */
export const SHOWN: Shown = {
  entities: [KEPT.entity, KEPT.subEntity],
  users: [
    [KEPT.admin, 'admin', 'active'],
    [KEPT.viewer, 'viewer', 'active'],
  ],
  unit: [KEPT.unit, KEPT.unitName, KEPT.description],
  pictures: ['image/webp', 'image/webp'],
  records: Array.from({ length: KEPT.records }, (_, index) => keptRecord(index)),
  calculated: { finished: true, records: KEPT.records, first: 95 },
  events: [0, 4, 8].map((hour) => new Date(KEPT.start + hour * 3_600_000).toISOString()),
  alerts: [[KEPT.alert, KEPT.unit]],
}

/** Reads as an admin would, by HTTP. */
export async function readPortal(url: string): Promise<Shown> {
  let token = ''
  token = (await ask(signIn, { body: { email: KEPT.admin, password: KEPT.password } })).details.idToken
  const entities = (await ask(listEntities, {})).details
  const { users } = (await ask(listUsers, {})).details
  const unit = (await ask(listUnits, { query: { dataID: KEPT.unit } })).details
  if (Array.isArray(unit)) throw new Error('one unit was asked for')
  const [calculation] = (await ask(listCalculations, { query: { dataID: KEPT.unit } })).details
  const computed = await readRecords(KEPT.calculated)
  const events = await readEvents()
  return {
    entities: entities.map(({ name }) => name),
    users: users.map(({ email, role, status }) => [email, role, status]),
    unit: [unit.dataID, unit.friendlyName, unit.description],
    pictures: [await typeOf(unit.image), await typeOf(entities[1]?.logo ?? '')],
    records: (await readRecords(KEPT.source)).map(withoutArrival),
    calculated: {
      finished: calculation?.progress.finished === true,
      records: computed.length,
      first: Number(computed[0]?.['value']),
    },
    events,
    alerts: (await ask(listAlerts, {})).details.map(({ name, devices }) => [name, ...devices]),
  }

  /** None of a release that had no events yet. */
  async function readEvents(): Promise<string[]> {
    const all = (await ask(listEvents, { query: { dataID: KEPT.unit } })).details
    if (!('tables' in all) || all.tables.length === 0) return []
    const page = (await ask(listEvents, { query: { dataID: KEPT.unit, name: KEPT.event } })).details
    return 'occurrences' in page ? page.occurrences.map(({ startUTC }) => startUTC) : []
  }

  async function readRecords(subject: string) {
    const records = []
    let body: CallOf<typeof queryData>['body'] | undefined = { dataID: KEPT.unit, subject }
    while (body !== undefined) {
      const reply: ReplyOf<typeof queryData> = await ask(queryData, { body })
      records.push(...reply.body.details.data)
      body = reply.body.details.pagination.hasNext ? reply.body.details.pagination : undefined
    }
    return records
  }

  async function typeOf(path: string): Promise<string> {
    const { headers } = await fetch(`${url}${path}`)
    return headers.get('content-type') ?? ''
  }

  async function ask<E extends AnyEndpoint>(
    { method, path }: E,
    { query, body }: Partial<CallOf<E>>,
  ): Promise<ReplyOf<E>> {
    const response = await fetch(`${url}${path}?${new URLSearchParams(query ?? {}).toString()}`, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    // The server answers as the contract says.
    return (await response.json()) as ReplyOf<E>
  }
}

function withoutArrival(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'recieveUTC'))
}
