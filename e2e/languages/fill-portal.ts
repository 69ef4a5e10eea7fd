import { DataId } from '@fieldwatch/contract/api/ids'
import { postAction } from '@fieldwatch/contract/actions/actions'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { createEvent } from '@fieldwatch/contract/events/events'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { createPlace } from '@fieldwatch/contract/places/places'
import { createTemplate } from '@fieldwatch/contract/templates/template-gallery'
import { createLabel } from '@fieldwatch/contract/units/labels'
import { createSim } from '@fieldwatch/contract/units/sims'
import { call, type SignedInUser } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import { importFromExtensions } from '@fieldwatch/server/testing/extension-parts'
import type { Place } from './screens.ts'

export interface ExampleAbout {
  /** The name of everything that is added. */
  readonly name: string
  readonly dataID: DataId
  /** Since then the unit has records. */
  readonly since: string
  /** Shares a screen by a link. Returns its page. */
  readonly share: (name: string, draft: object) => Promise<Place>
}

interface ExamplesOfExtension {
  /** Adds what has dialogs. Returns its pages, for people without an account too. */
  readonly fill: (portal: Portal, token: string, about: ExampleAbout) => Promise<readonly Place[]>
}

const EXAMPLES = await importFromExtensions<ExamplesOfExtension>('examples')

/** The name of everything it adds. */
const NAME = 'Cold store'

const HOUR = 3_600_000

/** Adds one of each thing that has dialogs, for a walk through all of them. Returns the pages of its shared links. */
export async function fillPortal(portal: Portal, { token, entity }: SignedInUser, dataID: string): Promise<Place[]> {
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  const values = [{ source: 'room', field: 'temp' }]
  const startDate = new Date(Date.now() - 4 * HOUR).toISOString()
  const table = { dataID, name: NAME, comparison: 'room.temp > 8', startDate, values }
  const calculation = { dataID, name: 'room_temp', equation: 'room.temp * 2', unit: '°C', startDate, values }
  const mapping = {
    topic: 'tele/{device}/SENSOR',
    unit: { from: 'topic', part: 'device' },
    time: { format: 'arrival' },
    values: [{ path: 'temp', source: 'room', field: 'temp' }],
  }
  await call(portal, createEvent, { token, body: table })
  await call(portal, createAlert, { token, body: { name: NAME, source: 'room', condition, devices: [dataID] } })
  await call(portal, createCalculation, { token, body: calculation })
  await call(portal, postAction, { token, body: { dataID, actionClass: 'Unit', payload: 'Ping' } })
  await call(portal, createTemplate, { token, body: { title: NAME, dataID } })
  await call(portal, createLabel, { token, body: { name: NAME, colour: 'blue' } })
  await call(portal, createSim, { token, body: { entity, iccid: '8944501234567890124', dataID } })
  await call(portal, createProgramToken, { token, body: { name: NAME, scopes: ['read'], days: 30 } })
  await fetch(`${portal.url}/api/v1/message-mappings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ entity, name: NAME, mapping }),
  })
  await call(portal, createPlace, {
    token,
    body: { name: NAME, geometry: { type: 'Point', coordinates: [18.1, 59.3] } },
  })
  const what = { dataID: DataId.parse(dataID) }
  const example = { ...what, name: NAME, since: startDate, share }
  return (await Promise.all(EXAMPLES.map(({ fill }) => fill(portal, token, example)))).flat()

  /** Links are of an extension. */
  async function share(name: string, draft: object): Promise<Place> {
    const reply = await fetch(`${portal.url}/api/v1/shares`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(draft),
    })
    const { details: made } = (await reply.json()) as { details: { link: string } }
    const { pathname, hash } = new URL(made.link)
    return { name, path: pathname + hash }
  }
}
