import { changePlace, createPlace, removePlace } from '@fieldwatch/contract/places/places'
import { toContent } from '../../files/json.ts'
import { keyInEntity } from '../items.ts'
import type { Kind } from '../kind.ts'
import { only } from './only.ts'

export const places: Kind = {
  list: async (fleet) =>
    (await fleet.places()).map(({ placeID, entity, name, version, group, colour, geometry, radius }) => ({
      kind: 'place',
      key: keyInEntity(entity, name),
      name,
      entity,
      id: placeID,
      version,
      content: toContent({ group, colour, geometry, radius }),
    })),
  add: async ({ portal }, { entity, name, content }) => {
    await portal.call(createPlace, { body: createPlace.body.parse({ entity, name, ...content }) })
    return undefined
  },
  change: async ({ portal }, { present, wanted, keys }) => {
    const { id: placeID, version } = present
    await portal.call(changePlace, {
      body: changePlace.body.parse({ placeID, version, ...only(wanted.content, keys) }),
    })
  },
  remove: async ({ portal }, { id }) => {
    await portal.call(removePlace, { body: { placeID: Number(id) } })
  },
}
