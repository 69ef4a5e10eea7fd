import type { UserId } from '@fieldwatch/contract/api/ids'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { About, Notice } from '#delivery/consequences/declaration.ts'
import type { Db } from '#platform/database/database.ts'
import type { HeldThing } from './held-store.ts'
import { createPersonStore } from './person-store.ts'

interface Telling {
  readonly about: About
  readonly text: (name: string) => Sentence
  /** People who are no longer there to do something about it. */
  readonly without: readonly UserId[]
}

/** Tells the admins of the entities of things, or else the nearest above, what became of them. */
export async function tellAdmins(
  tx: Db,
  things: readonly HeldThing[],
  { about, text, without }: Telling,
): Promise<Notice[]> {
  const notices: Notice[] = []
  for (const [entity, own] of Map.groupBy(things, (thing) => thing.entity)) {
    const admins = await createPersonStore(tx).listNearestAdmins(entity, without)
    for (const { name } of own) notices.push(...admins.map((admin): Notice => ({ ...admin, about, text: text(name) })))
  }
  return notices
}
