import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import type { AnyEndpoint, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import type { ErrorCode } from '@fieldwatch/contract/api/errors'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { FastifyInstance } from 'fastify'
import { requireAdmin, requireAdminOf } from '#people/access/access-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { createResource } from '#platform/resources/resource.ts'
import type { VersionedKind } from '#platform/versions/version-store.ts'
import {
  createResourceStore,
  type Entered,
  ofEntity,
  oneInReach,
  type ResourceTable,
  type Which,
} from './resource-store.ts'

/** What the activity says of as created, changed and removed. */
type LoggedThing = ThingOf<ActivityAction>
type ThingOf<Action> = Action extends `create ${infer Thing}`
  ? `change ${Thing}` | `remove ${Thing}` extends ActivityAction
    ? Thing
    : never
  : never

/** What every thing has that an entity keeps. */
interface KeptThing {
  readonly entity: EntityId
  readonly version: number
}

interface ResourceShape<List extends AnyEndpoint> extends ResourceTable {
  /** The four endpoints of `defineResource`. */
  readonly endpoints: {
    readonly list: List
    readonly create: AnyEndpoint
    readonly update: AnyEndpoint
    readonly remove: AnyEndpoint
  }
  /** The kind in its error codes. */
  readonly kind: VersionedKind
  /** As the activity, the consequences and live news call it. */
  readonly thing: LoggedThing
  /** How many an entity can have. */
  readonly most: number
  /** A text of which an entity has no two alike, whatever their case: `{kind}/name-taken`. */
  readonly unique?: string
  /** Reads those that match, in the order of the list, where there is more to answer than what people enter. */
  readonly read?: (db: Db, which: Which) => Promise<ThingsOf<List>>
  /** Columns of a new one besides what was entered. */
  readonly begin?: (entity: EntityId, at: number) => Entered
  /** Follows a change of one, in its transaction. */
  readonly onChange?: (tx: Db, id: string, at: number) => Promise<void>
  /** Follows what was done, once it is stored. */
  readonly afterwards?: () => void
}

type ThingsOf<List extends AnyEndpoint> =
  ReplyOf<List> extends { details: infer Things extends readonly object[] } ? Things : never

type Parts = Pick<Platform, 'db' | 'clock' | 'random' | 'bus'>

/**
 * Serves the endpoints of `defineResource` to admins who have the entity in reach. Each change is counted and logged, and open pages hear
 * of it.
 */
export function registerResource<List extends AnyEndpoint>(
  app: FastifyInstance,
  parts: Parts,
  shape: ResourceShape<List>,
): void {
  type Thing = ThingsOf<List>[number] & KeptThing
  const { db, random, bus } = parts
  const { endpoints, kind, thing, table, idName, columns, most, unique, begin, onChange, afterwards } = shape
  const storeOf = (tx: Db) => createResourceStore(tx, shape)
  const read = (tx: Db, which: Which): Promise<readonly object[]> =>
    shape.read === undefined ? storeOf(tx).list(which) : shape.read(tx, which)
  const idIn = (given: object): string => String((given as Entered)[idName])
  const resource = createResource<string, Thing>({
    kind,
    table,
    actions: { create: `create ${thing}`, change: `change ${thing}`, remove: `remove ${thing}` },
    get: async (tx, caller, id) => {
      requireAdmin(caller)
      const [found] = await read(tx, oneInReach(table, id, caller.reach))
      if (found === undefined) throw refused('not-found')
      return found as Thing
    },
    toLog: (stored) => Object.fromEntries(Object.entries(stored).filter(([name]) => Object.hasOwn(columns, name))),
    subject: (stored) => ({ kind: thing, id: idIn(stored), entity: stored.entity }),
  })

  addRoute(app, endpoints.list, async ({ query, caller }) => {
    const { entity } = query as { entity?: EntityId }
    return success(await read(db, ofEntity(table, requireAdminOf(caller, entity)))) as ReplyOf<List>
  })

  addRoute(app, endpoints.create, async ({ body, caller }) => {
    const { entity: asked, ...entered } = body as Entered & { entity?: EntityId }
    const entity = requireAdminOf(caller, asked)
    const id = random.id()
    const made = await resource.create(parts, caller, async (tx, at) => {
      const store = storeOf(tx)
      if ((await store.countForAdding(entity)) >= most) throw refused('too-many')
      await requireFree(tx, entity, entered)
      await store.create({ id, entity, by: caller.userId, at, entered, more: begin?.(entity, at) ?? {} })
      return id
    })
    tell(made.entity)
    return success(made)
  })

  addRoute(app, endpoints.update, async ({ body, caller, seen }) => {
    const id = idIn(body as object)
    // First the entity, as who adds one does.
    const hold = async (tx: Db) => storeOf(tx).countForAdding((await resource.get(tx, caller, id)).entity)
    const wanted = { id, seen, ...(unique === undefined ? {} : { hold }) }
    const changed = await resource.change(parts, caller, wanted, async (tx, { entity }, at) => {
      await requireFree(tx, entity, body as Entered, id)
      await storeOf(tx).update(id, body as Entered)
      await onChange?.(tx, id, at)
    })
    tell(changed.entity)
    return success(changed)
  })

  addRoute(app, endpoints.remove, async ({ body, caller }) => {
    const id = idIn(body as object)
    const { entity } = await resource.remove(parts, caller, id, (tx) => storeOf(tx).remove(id))
    tell(entity)
    return done()
  })

  // The contract adds these codes.
  function refused(why: 'not-found' | 'too-many' | 'name-taken'): DomainError {
    return new DomainError(`${kind}/${why}` as ErrorCode)
  }

  async function requireFree(tx: Db, entity: EntityId, entered: Entered, id?: string): Promise<void> {
    if (unique === undefined || entered[unique] === undefined) return
    if (await storeOf(tx).hasOther(entity, [unique, entered[unique]], id)) throw refused('name-taken')
  }

  function tell(entity: EntityId): void {
    bus.publish('things-changed', { kind: thing, entity })
    afterwards?.()
  }
}
