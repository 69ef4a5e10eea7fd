import { putTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { call, createUnit, createUser, type SignedInUser } from '../support/api.ts'
import { type Gateway, startGateway } from '../support/gateway.ts'
import type { Portal } from '../support/portal.ts'

export const WALK_UNIT = 'keyboard-store'

const MINUTE = 60_000

const AIR = { field: 'temp', friendlyName: 'Air', unit: '°C' }

const TEMPLATE = TemplateDefinition.parse({
  title: 'Cold store',
  overview: { gauges: [{ title: 'Air now', range: [0, 20], source: 'room', field: 'temp', color: '#0072b2' }] },
  timeSeries: { charts: [{ title: 'Air', type: 'timeseries', specifications: { room: [AIR] } }] },
  events: [],
})

/** What the walk needs: a cold store that was warm twice in the last two hours, and that answers requests. */
export async function prepareWalk(portal: Portal): Promise<{ admin: SignedInUser; gateway: Gateway }> {
  const admin = await createUser(portal, { email: 'kay@keyboard.example', entity: 'Keyboard Water' })
  const token = await createUnit(portal, admin, WALK_UNIT)
  await createUnit(portal, admin, 'keyboard-pump')
  await call(portal, putTemplate, { token: admin.token, body: { dataID: WALK_UNIT, template: TEMPLATE } })
  const begin = Date.now() - 121 * MINUTE
  const records = Array.from({ length: 120 }, (_, minute) => ({
    messageUTC: new Date(begin + minute * MINUTE).toISOString(),
    temp: minute % 50 > 45 ? 9.5 : 4,
  }))
  await fetch(`${portal.url}/api/v1/ingest/${WALK_UNIT}/room`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(records),
  })
  const gateway = await startGateway(portal, { dataID: WALK_UNIT, token, configuration: { firmware: '4.2.1' } })
  return { admin, gateway }
}
