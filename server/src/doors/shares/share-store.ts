import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { FieldsBySource } from '@fieldwatch/contract/shares/shown-fields'
import type { ShareDraft, SharedRange, ShareId, ShareKind } from '@fieldwatch/contract/shares/shares'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { creatorName } from '#platform/database/creator-name.ts'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** What of a unit is shared: its overview, or a chart with a range. */
export interface SharedPart {
  readonly chart?: string
  readonly range?: SharedRange
}

export interface StoredShare {
  readonly id: ShareId
  readonly entity: EntityId
  /** Undefined: the unit was deleted. */
  readonly dataId: DataId | undefined
  readonly kind: ShareKind
  readonly what: SharedPart
  /** What the screen showed when the link was made: more is never shown. */
  readonly fields: FieldsBySource
  readonly passwordHash: string | null
  readonly origins: readonly string[]
  /** Epoch milliseconds. */
  readonly expiresAt: number | undefined
  readonly createdBy: UserId
  readonly createdAt: number
  readonly opened: number
  readonly lastOpenedAt: number | undefined
}

/** A link as an admin sees it. */
export interface ListedShare extends StoredShare {
  /** Null for a unit out of reach or deleted. */
  readonly unit: string | null
  /** Null for someone out of reach or deleted. */
  readonly by: string | null
}

export interface NewShare extends Omit<StoredShare, 'opened' | 'lastOpenedAt' | 'dataId' | 'kind'> {
  readonly kind: ShareDraft['kind']
  readonly dataId: DataId
  readonly secretHash: Buffer
}

/** The most links of one answer. */
const MOST_LISTED = 500

/** Shared links. */
export function createShareStore(db: Db) {
  const findOne = async (condition: RawBuilder<boolean>): Promise<StoredShare | undefined> => {
    const row = await db.selectFrom('share').selectAll().where(condition).executeTakeFirst()
    return row && shareOf(row)
  }

  const listVisible = async (reach: readonly EntityId[], condition: RawBuilder<unknown>): Promise<ListedShare[]> => {
    const { rows } = await sql<Row & { unit: string | null; by: string | null }>`
      select share.*, visible.friendly_name as unit, ${creatorName(sql.ref('share.created_by'), reach)} as by
      from share left join lateral (
        select friendly_name from unit where unit.data_id = share.data_id and exists (
          select from unit_entity owner where owner.data_id = unit.data_id and owner.entity_id = any (${[...reach]})
        )
      ) visible on true
      where ${condition} and (share.entity_id = any (${[...reach]}) or visible.friendly_name is not null)
      order by share.created_at desc, share.id limit ${MOST_LISTED}`.execute(db)
    return rows.map((row) => ({ ...shareOf(row), unit: row.unit, by: row.by }))
  }

  return {
    findBySecret: (secretHash: Buffer): Promise<StoredShare | undefined> =>
      findOne(sql<boolean>`secret_hash = ${secretHash}`),

    findById: (id: ShareId): Promise<StoredShare | undefined> => findOne(sql<boolean>`id = ${id}`),

    /** The links of entities in reach, and of units in reach, the newest first. */
    list: (reach: readonly EntityId[], dataId: DataId | undefined): Promise<ListedShare[]> =>
      listVisible(reach, dataId === undefined ? sql`true` : sql`share.data_id = ${dataId}`),

    /** Undefined for a link that is not seen from there. */
    find: async (id: ShareId, reach: readonly EntityId[]): Promise<ListedShare | undefined> =>
      (await listVisible(reach, sql`share.id = ${id}`))[0],

    /** Lets no other link be added to an entity until the end of the transaction, and counts them. */
    countForAdding: async (entity: EntityId): Promise<number> => {
      await sql`select from entity where id = ${entity} for no key update`.execute(db)
      const { count } = await db
        .selectFrom('share')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('entity_id', '=', entity)
        .executeTakeFirstOrThrow()
      return count
    },

    add: async (share: NewShare): Promise<void> => {
      await db
        .insertInto('share')
        .values({
          id: share.id,
          secret_hash: share.secretHash,
          entity_id: share.entity,
          data_id: share.dataId,
          kind: share.kind,
          what: JSON.stringify(share.what),
          fields: JSON.stringify(share.fields),
          password_hash: share.passwordHash,
          origins: [...share.origins],
          expires_at: share.expiresAt === undefined ? null : new Date(share.expiresAt),
          created_by: share.createdBy,
          created_at: new Date(share.createdAt),
        })
        .execute()
    },

    /** False when it was removed already. */
    remove: async (id: ShareId): Promise<boolean> => {
      const { numDeletedRows } = await db.deleteFrom('share').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },

    noteOpening: async (id: ShareId, at: number): Promise<void> => {
      await db
        .updateTable('share')
        .set((eb) => ({ opened: eb('opened', '+', 1), last_opened_at: new Date(at) }))
        .where('id', '=', id)
        .execute()
    },

    /** The origins that may show the page of a link in a frame; none of one that is gone or expired. */
    listOrigins: async (id: ShareId, now: number): Promise<readonly string[]> => {
      const row = await db
        .selectFrom('share')
        .select('origins')
        .where('id', '=', id)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(now))]))
        .executeTakeFirst()
      return row?.origins ?? []
    },
  }
}

type Row = Selectable<Tables['share']>

function shareOf(row: Row): StoredShare {
  return {
    id: row.id,
    entity: row.entity_id,
    dataId: row.data_id ?? undefined,
    kind: row.kind,
    what: row.what,
    fields: row.fields,
    passwordHash: row.password_hash,
    origins: row.origins,
    expiresAt: row.expires_at?.getTime(),
    createdBy: row.created_by,
    createdAt: row.created_at.getTime(),
    opened: row.opened,
    lastOpenedAt: row.last_opened_at?.getTime(),
  }
}
