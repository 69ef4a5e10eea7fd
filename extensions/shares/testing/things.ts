import type {
  Checks,
  Parts,
  ThingBuilders,
  ThingsOfExtension,
} from '@fieldwatch/server/features/consequences/testing/build-things'
import { succeed } from '@fieldwatch/server/features/consequences/testing/succeed'
import { createThingRows, withMore } from '@fieldwatch/server/features/consequences/testing/thing-rows'
import { createShare, listShares } from '../contract/shares.ts'

/** A link to a chart, by an admin of the entity of its unit. */
export function createThings({ db, call, clock, admin }: Parts): ThingBuilders {
  const { inTable } = createThingRows(db)
  return {
    'shared link': async ({ maker, dataId: dataID }) => {
      const body = {
        kind: 'chart',
        what: { dataID, chart: 'Temp', range: { kind: 'last', minutes: 60 } },
        expiresUTC: new Date(clock() + 3_600_000).toISOString(),
      } as const
      const { shareID } = (await succeed(call(createShare, { as: maker, body }))).details.share
      return withMore(inTable('share', shareID), async () => {
        const { shares } = (await succeed(call(listShares, { as: admin }))).details
        return { state: shares.find((share) => share.shareID === shareID)?.state }
      })
    },
  }
}

export const CHECKS: Checks = {
  'shared link': ({ state }) => {
    if (state === 'open') return undefined
    return state === 'entity' || state === 'inactive' ? 'pauses' : 'ends'
  },
}

export const listOpen: ThingsOfExtension['listOpen'] = async (call, as) => {
  const { shares } = (await succeed(call(listShares, { as }))).details
  return shares.filter(({ state }) => state === 'open').map(({ shareID }) => shareID)
}

export const TOLD: ThingsOfExtension['TOLD'] = {
  'unit-deactivated': { maker: 'Shared links no longer open' },
}
