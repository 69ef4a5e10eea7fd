import type { EntityId } from '@fieldwatch/contract/api/ids'
import { MOST_NAMED } from '@fieldwatch/contract/consequences/consequences'
import type { ChangeKind, ChangeOf } from '@fieldwatch/contract/consequences/changes'
import type { Db } from '#platform/database/database.ts'
import type { Asked, Find, Listed } from './declaration.ts'

interface Thing {
  readonly id: string | number
  readonly name: string
  /** Left out: it may be named to who makes the change. */
  readonly entity?: EntityId
}

/** Things that are found: those of entities out of reach are counted and not named. */
function listed(things: readonly Thing[], reach: readonly EntityId[] = []): Listed {
  const visible = things.filter(({ entity }) => entity === undefined || reach.includes(entity))
  const named = visible.slice(0, MOST_NAMED).map(({ id, name }) => ({ id: String(id), name }))
  return { total: things.length, named }
}

/** Finds things as a store lists them. */
export function finds<Kind extends ChangeKind>(
  list: (db: Db, change: ChangeOf<Kind>, asked: Pick<Asked<Kind>, 'reach' | 'now'>) => Promise<readonly Thing[]>,
): Find<Kind> {
  return async (asked) => listed(await list(asked.db, asked.change, asked), asked.reach)
}
