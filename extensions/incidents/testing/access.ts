import type { AccessOfExtension } from '@fieldwatch/server/testing/access-of-extensions'
import { OF_OTHERS, type Place, READ } from '@fieldwatch/server/testing/access-rows'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildUser } from '@fieldwatch/server/testing/build-users'
import { createIncident } from '../contract/incidents.ts'
import { createIncidentStore } from '../server/incident-store.ts'

const RANGE = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }

/** With a unit of the entity, by someone who is none of the callers. */
async function addIncident({ entity, test: { db, clock } }: Place): Promise<number> {
  const { id: by } = await buildUser(db, { entityId: entity })
  const { dataId } = await buildUnit(db, { entity })
  const store = createIncidentStore(db)
  const range = { from: 0, to: 60_000, moment: 0, known: 'now' } as const
  const content = { entity, title: 'Flood', severity: 'minor', conclusions: '', isCut: false, ...range } as const
  const id = await store.add(content, { by, at: clock() })
  const facts = { states: [], entries: [], measures: [], series: [], track: null }
  await store.putFacts(id, { dataId, name: 'Pump station', facts })
  return id
}

export const ROWS: AccessOfExtension['ROWS'] = {
  'GET /incidents': { rule: READ, ask: ({ entity }) => ({ path: `/incidents?entity=${entity}` }) },
  'GET /incidents/:incidentID': {
    rule: READ,
    ask: async (place) => ({ path: `/incidents/${await addIncident(place)}` }),
  },
  'GET /incidents/:incidentID/conclusions': {
    rule: READ,
    ask: async (place) => ({ path: `/incidents/${await addIncident(place)}/conclusions` }),
  },
  'POST /incidents': {
    rule: READ,
    ask: async ({ entity, unit }) => ({
      path: '/incidents',
      body: { entity, title: 'Flood', ...RANGE, dataIDs: [await unit()] },
    }),
  },
  'PUT /incidents': {
    rule: OF_OTHERS,
    ask: async (place) => ({ path: '/incidents', body: { incidentID: await addIncident(place), title: 'Leak' } }),
  },
  'POST /incidents/snapshot': {
    rule: OF_OTHERS,
    ask: async (place) => ({ path: '/incidents/snapshot', body: { incidentID: await addIncident(place) } }),
  },
  'DELETE /incidents': {
    rule: OF_OTHERS,
    ask: async (place) => ({ path: '/incidents', body: { incidentID: await addIncident(place) } }),
  },
}

export const ABOUT_A_UNIT: AccessOfExtension['ABOUT_A_UNIT'] = {
  ...Object.fromEntries(Object.keys(ROWS).map((name) => [name, () => undefined])),
  'POST /incidents': (dataID) => ({ url: '/incidents', payload: { title: 'Flood', ...RANGE, dataIDs: [dataID] } }),
}

export const asked: AccessOfExtension['asked'] = ({ admin, dataId }) => ({
  'GET /incidents': { query: { entity: admin.entity, text: 'a', severity: 'major', dataID: dataId, page: 1 } },
  'GET /incidents/:incidentID': { params: { incidentID: 1 } },
  'GET /incidents/:incidentID/conclusions': { params: { incidentID: 1 } },
  'POST /incidents': {
    body: {
      title: 'Flood',
      severity: 'major',
      ...RANGE,
      moment: '2026-03-01T12:00:00Z',
      known: 'then',
      dataIDs: [dataId],
      fields: [{ source: 'tank', field: 'level' }],
      conclusions: 'The pump.',
    },
  },
  'PUT /incidents': {
    body: { incidentID: 1, title: 'Leak', severity: 'minor', conclusions: 'The pump.', pinnedNotes: [1], version: 1 },
  },
  'POST /incidents/snapshot': {
    body: { incidentID: 1, fields: [{ source: 'tank', field: 'level' }], version: 1 },
  },
  'DELETE /incidents': { body: { incidentID: 1 } },
  'GET /shared/incident': {},
})

export const askedOnce: AccessOfExtension['askedOnce'] = ({ admin, call, dataId, db }) => ({
  'POST /api/v1/incidents': {
    ask: (key) =>
      call(createIncident, {
        as: admin,
        headers: { 'idempotency-key': key },
        body: { title: 'Flood twice', ...RANGE, dataIDs: [dataId] },
      }),
    effects: async () => {
      const { length } = await db.selectFrom('incident').select('id').where('title', '=', 'Flood twice').execute()
      return length
    },
  },
})
