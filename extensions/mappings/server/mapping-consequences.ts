import { heldByEntity } from '@fieldwatch/server/delivery/consequences/affected-store'
import type { Bus } from '@fieldwatch/server/platform/bus/bus'
import { mappingsOfUnit } from './affected-mapping-store.ts'
import { MAPPINGS } from './known-mappings.ts'
import { createMappingStore } from './mapping-store.ts'
import { OF_RIGHTS, OF_THINGS, only, type Row, unaffected } from '@fieldwatch/server/delivery/consequences/declaration'

/** What follows for message mappings. */
export const createMappingRow = ({ bus }: { readonly bus: Pick<Bus, 'publish'> }): Row => ({
  ...unaffected(
    'A mapping names units: those that are not in its entity are unknown to it when a message arrives.',
    OF_THINGS,
  ),
  'data-id-changed': {
    ...only(
      'moves along',
      'The dataIDs that it names itself, as its unit or behind an alias, become the new one.',
      mappingsOfUnit,
    ),
    apply: async (tx, { change: { dataID, to } }) => {
      const entities = await createMappingStore(tx).renameUnit(dataID, to)
      return {
        publish: () => {
          for (const entity of new Set(entities)) bus.publish('things-changed', { kind: MAPPINGS, entity })
        },
      }
    },
  },
  ...unaffected('It belongs to its entity and not to who made it.', OF_RIGHTS),
  'entity-deleted': only('deleted', 'It is deleted with its entity.', heldByEntity('message_mapping')),
})
