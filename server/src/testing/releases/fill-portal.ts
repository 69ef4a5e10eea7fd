import { buildPicture } from '#testing/build-picture.ts'

/** What a kept release has, and what every later release has to show of it. */
export const KEPT = {
  entity: 'Kept Water',
  subEntity: 'Kept South',
  admin: 'admin@kept.example',
  viewer: 'viewer@kept.example',
  password: 'a passphrase that is kept',
  unit: 'kept-pump-01',
  unitName: 'Pump of the first day',
  description: 'Below the old mill',
  source: 'pump',
  calculated: 'pump_power',
  event: 'high_pressure',
  alert: 'Pressure is high',
  records: 600,
  start: Date.UTC(2026, 10, 1),
} as const

const MINUTE = 60_000

/** The values of a record: a pressure that is high for an hour of every four, and every kind of value beside it. */
export function keptRecord(index: number): { messageUTC: string; [field: string]: unknown } {
  return {
    messageUTC: new Date(KEPT.start + index * MINUTE).toISOString(),
    pressure: index % 240 < 60 ? 9.5 : 3.25,
    flow: 10 + (index % 7),
    on: index % 2 === 0,
    state: index % 3 === 0 ? 'åska 𝄞' : 'run',
  }
}

/**
 * Puts one of everything into a portal in which the admin `KEPT.admin` was made by the command line: by HTTP alone, in the words that
 * the first release has too, so that any release can be filled. What a release does not have yet is left out.
 */
export async function fillPortal(url: string): Promise<void> {
  const { details } = await send<{ idToken: string; user: { entity: string; uid: string } }>('auth/sign-in', {
    json: { email: KEPT.admin, password: KEPT.password },
  })
  const { idToken: token, user } = details
  await send('entities', { token, form: { name: KEPT.subEntity, logo: await buildPicture() } })
  const viewer = { email: KEPT.viewer, firstName: 'Vera', lastName: 'Viewer', entity: user.entity, role: 'viewer' }
  await send('users', { token, json: viewer })
  const unit = await send<{ token: string }>('devices', {
    token,
    json: { dataID: KEPT.unit, friendlyName: KEPT.unitName, entities: [user.entity] },
  })
  await send('devices', {
    method: 'PUT',
    token,
    form: { dataID: KEPT.unit, description: KEPT.description, image: await buildPicture() },
  })
  const records = Array.from({ length: KEPT.records }, (_, index) => keptRecord(index))
  await send(`ingest/${KEPT.unit}/${KEPT.source}`, { token: unit.details.token, json: records })
  const startDate = new Date(KEPT.start).toISOString()
  await send('calculations', {
    token,
    json: {
      dataID: KEPT.unit,
      name: KEPT.calculated,
      equation: 'pump.pressure * pump.flow',
      unit: 'W',
      startDate,
      values: ['pressure', 'flow'].map((field) => ({ source: KEPT.source, field })),
    },
  })
  await send('events', {
    token,
    optional: true,
    json: {
      dataID: KEPT.unit,
      name: KEPT.event,
      comparison: 'pump.pressure > 8',
      startDate,
      values: [{ source: KEPT.source, field: 'pressure' }],
    },
  })
  await send('alerts', {
    token,
    optional: true,
    json: {
      name: KEPT.alert,
      source: KEPT.source,
      condition: { field: 'pressure', operator: 'greater than', constant: 8 },
      devices: [KEPT.unit],
    },
  })

  interface Asked {
    readonly method?: 'POST' | 'PUT'
    readonly token?: string
    readonly json?: unknown
    readonly form?: Readonly<Record<string, string | File>>
    /** Whether a release may have no such endpoint. */
    readonly optional?: boolean
  }

  async function send<T>(
    path: string,
    { method = 'POST', token: bearer, json, form, optional }: Asked,
  ): Promise<{ details: T }> {
    const body = form === undefined ? JSON.stringify(json) : formOf(form)
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(form === undefined ? { 'content-type': 'application/json' } : {}),
      },
      body,
    })
    const answer = await response.text()
    if (!response.ok && !(optional === true && response.status === 404)) throw new Error(`${path}: ${answer}`)
    // Every answer of the portal has this shape.
    return JSON.parse(answer) as { details: T }
  }
}

function formOf(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
