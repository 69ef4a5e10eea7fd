import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { Webhook, WebhookId, WebhookKind } from '../contract/webhooks.ts'
import type { Selectable } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { countForAdding } from '@fieldwatch/server/platform/database/count-rows'
import type { Tables } from '@fieldwatch/server/platform/database/tables'

/** A webhook with its secret. */
export interface StoredWebhook {
  readonly id: WebhookId
  readonly entity: EntityId
  readonly name: string
  readonly url: string
  readonly kind: WebhookKind
  readonly secret: string
  readonly active: boolean
  /** Whether its entity is enabled. */
  readonly isOfActiveEntity: boolean
  readonly failures: number
  readonly failingSince: number | undefined
  readonly nextTryAt: number | undefined
}

interface NewWebhook extends Pick<StoredWebhook, 'id' | 'entity' | 'name' | 'url' | 'kind' | 'secret'> {
  readonly by: UserId
  readonly at: number
}

type WebhookChanges = Partial<Pick<StoredWebhook, 'name' | 'url' | 'kind' | 'secret' | 'active'>>

interface WebhookFailure {
  readonly at: number
  readonly nextTryAt: number
  readonly reason: string
  /** It has failed too long and is switched off. */
  readonly switchOff: boolean
}

export function createWebhookStore(db: Db) {
  return {
    list: async (entity: EntityId): Promise<Webhook[]> => {
      const rows = await db
        .selectFrom('webhook')
        .selectAll()
        .where('entityId', '=', entity)
        .orderBy('name')
        .orderBy('id')
        .execute()
      return rows.map(shownOf)
    },

    find: async (id: string): Promise<StoredWebhook | undefined> => {
      const row = await db
        .selectFrom('webhook')
        .innerJoin('entity', 'entity.id', 'webhook.entityId')
        .selectAll('webhook')
        .select('entity.status')
        .where('webhook.id', '=', id)
        .executeTakeFirst()
      return row && { ...storedOf(row), isOfActiveEntity: row.status === 'active' }
    },

    /** As it is shown, where it is of one of the entities. */
    findShown: async (id: WebhookId, entities: readonly EntityId[]): Promise<Webhook | undefined> => {
      const row = await db
        .selectFrom('webhook')
        .selectAll()
        .where('id', '=', id)
        .where('entityId', 'in', [...entities])
        .executeTakeFirst()
      return row && shownOf(row)
    },

    countForAdding: (entity: EntityId): Promise<number> => countForAdding(db, 'webhook', entity),

    create: async ({ entity, by, at, ...webhook }: NewWebhook): Promise<void> => {
      await db
        .insertInto('webhook')
        .values({ ...webhook, entityId: entity, createdBy: by, createdAt: new Date(at) })
        .execute()
    },

    /** What was wrong with it before says nothing of it any more. */
    update: async (id: WebhookId, changes: WebhookChanges): Promise<void> => {
      const isOther = changes.url !== undefined || changes.kind !== undefined || changes.active !== undefined
      const set = { ...changes, ...(isOther ? { ...HEALTHY, switchedOffAt: null } : {}) }
      if (Object.keys(set).length > 0) await db.updateTable('webhook').set(set).where('id', '=', id).execute()
    },

    remove: async (id: WebhookId): Promise<void> => {
      await db.deleteFrom('webhook').where('id', '=', id).execute()
    },

    recordSuccess: async (id: WebhookId, at: number): Promise<void> => {
      await db
        .updateTable('webhook')
        .set({ ...HEALTHY, lastSuccessAt: new Date(at) })
        .where('id', '=', id)
        .execute()
    },

    /** Returns whether this failure switched it off. */
    recordFailure: async (id: WebhookId, { at, nextTryAt, reason, switchOff }: WebhookFailure): Promise<boolean> => {
      const row = await db
        .updateTable('webhook')
        .set((eb) => ({
          failures: eb('failures', '+', 1),
          failingSince: eb.fn.coalesce('failingSince', eb.val(new Date(at))),
          nextTryAt: new Date(nextTryAt),
          lastError: reason,
          ...(switchOff ? { active: false, switchedOffAt: new Date(at) } : {}),
        }))
        .where('id', '=', id)
        .where('active', '=', true)
        .returning('id')
        .executeTakeFirst()
      return switchOff && row !== undefined
    },
  }
}

const HEALTHY = { failures: 0, failingSince: null, nextTryAt: null, lastError: null } as const

type Row = Selectable<Tables['webhook']>

/** What was checked when it was stored. */
function checkedOf({ id, kind }: Row): Pick<StoredWebhook, 'id' | 'kind'> {
  return { id: id as WebhookId, kind: kind as WebhookKind }
}

function storedOf(row: Row): Omit<StoredWebhook, 'isOfActiveEntity'> {
  const { entityId: entity, name, url, secret, active, failures } = row
  const [failingSince, nextTryAt] = [row.failingSince?.getTime(), row.nextTryAt?.getTime()]
  return { ...checkedOf(row), entity, name, url, secret, active, failures, failingSince, nextTryAt }
}

function shownOf(row: Row): Webhook {
  const time = (at: Date | null): string | null => at?.toISOString() ?? null
  const { id: webhookID, kind } = checkedOf(row)
  return {
    webhookID,
    entity: row.entityId,
    name: row.name,
    url: row.url,
    kind,
    active: row.active,
    failingSinceUTC: time(row.failingSince),
    lastError: row.lastError,
    lastSuccessUTC: time(row.lastSuccessAt),
    switchedOffUTC: time(row.switchedOffAt),
    version: row.version,
  }
}
