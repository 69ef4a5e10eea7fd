import type { AccessOfExtension } from '@fieldwatch/server/testing/access-of-extensions'
import { aboutUnit, ADMIN, ANY_ADMIN, type Place } from '@fieldwatch/server/testing/access-rows'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { createShare, type ShareId } from '../contract/shares.ts'

/** A link to the map of a unit of the entity. */
async function addShare({ entity, test: { call, db, signInAs } }: Place): Promise<ShareId> {
  const { dataId } = await buildUnit(db, { entity })
  const as = await signInAs({ role: 'admin', entity })
  const { body } = await call(createShare, { as, body: { kind: 'map', what: { title: 'Yard', dataIDs: [dataId] } } })
  return body.details.share.shareID
}

const NO_ID = '00000000-0000-4000-8000-000000000000'

export const PUBLIC = ['POST /shared/open']

export const ROWS: AccessOfExtension['ROWS'] = {
  'GET /shares': { rule: ANY_ADMIN, ask: () => ({ path: '/shares' }) },
  // The unit shows nothing that could be shared.
  'POST /shares': aboutUnit(
    { top: 'ff-mm', below: 'ff--m' },
    () => '/shares',
    (dataID) => ({ kind: 'overview', what: { dataID } }),
  ),
  'PUT /shares': { rule: ADMIN, ask: async (place) => ({ path: '/shares', body: { shareID: await addShare(place) } }) },
  'DELETE /shares': {
    rule: ADMIN,
    ask: async (place) => ({ path: '/shares', body: { shareID: await addShare(place) } }),
  },
}

export const NOT_FOR_PROGRAMS = Object.keys(ROWS)

export const ABOUT_A_UNIT: AccessOfExtension['ABOUT_A_UNIT'] = {
  'GET /shares': (dataID) => ({ url: `/shares?dataID=${dataID}` }),
  'POST /shares': (dataID) => ({ url: '/shares', payload: { kind: 'overview', what: { dataID } } }),
  'PUT /shares': () => undefined,
  'DELETE /shares': () => undefined,
}

export const asked: AccessOfExtension['asked'] = ({ dataId }) => ({
  'GET /shares': { query: { dataID: dataId } },
  'POST /shares': { body: { kind: 'overview', what: { dataID: dataId }, password: 'long enough' } },
  'PUT /shares': { body: { shareID: NO_ID } },
  'DELETE /shares': { body: { shareID: NO_ID } },
  'POST /shared/open': { body: { secret: 'x', password: 'y' } },
})

export const askedOnce: AccessOfExtension['askedOnce'] = ({ admin, call, dataId, db }) => ({
  'POST /api/v1/shares': {
    ask: (key) =>
      call(createShare, {
        as: admin,
        headers: { 'idempotency-key': key },
        body: { kind: 'map', what: { title: 'Twice', dataIDs: [dataId] } },
      }),
    effects: async () => (await db.selectFrom('share').select('id').execute()).length,
  },
})
