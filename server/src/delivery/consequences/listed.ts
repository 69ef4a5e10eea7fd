import type { EntityId } from '@fieldwatch/contract/api/ids'
import { MOST_NAMED } from '@fieldwatch/contract/consequences/consequences'
import type { Listed } from './declaration.ts'

interface Thing {
  readonly id: string | number
  readonly name: string
  /** Left out: it may be named to who makes the change. */
  readonly entity?: EntityId
}

/** Things that are found: those of entities out of reach are counted and not named. */
export function listed(things: readonly Thing[], reach: readonly EntityId[] = []): Listed {
  const visible = things.filter(({ entity }) => entity === undefined || reach.includes(entity))
  const named = visible.slice(0, MOST_NAMED).map(({ id, name }) => ({ id: String(id), name }))
  return { total: things.length, named }
}
