import type { Effect } from '@fieldwatch/contract/consequences/consequences'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import { type About, type AboutAdded, type Affected, type Notice, only } from '#delivery/consequences/declaration.ts'
import { finds } from '#delivery/consequences/listed.ts'
import { findChangedRights, type RightsChange } from './changed-rights.ts'
import { type HeldThings, listLost } from './held-store.ts'
import { createPersonStore } from './person-store.ts'

type LosingKind = Exclude<RightsChange['kind'], 'person-enabled' | 'entity-enabled'>

interface Shown {
  readonly things: (now: number) => HeldThings
  readonly follows: Effect
  readonly means: string
  readonly about: About | AboutAdded
  readonly text: (name: string) => Sentence | string
}

/** What follows for things that people show with their rights when they lose these: the admins of their entities, or else the nearest above, are told. */
export function whenRightsAreLost({ things, follows, means, about, text }: Shown): Affected<LosingKind> {
  return {
    ...only(
      follows,
      means,
      finds((db, change, { now }) => listLost(db, things(now), change)),
    ),
    apply: async (tx, { change, now }) => {
      const lost = await listLost(tx, things(now), change)
      const { leaving } = await findChangedRights(tx, change)
      const notices: Notice[] = []
      for (const [entity, own] of Map.groupBy(lost, (thing) => thing.entity)) {
        const admins = await createPersonStore(tx).listNearestAdmins(entity, leaving)
        for (const { name } of own) notices.push(...admins.map((one): Notice => ({ ...one, about, text: text(name) })))
      }
      return { notices }
    },
  }
}
