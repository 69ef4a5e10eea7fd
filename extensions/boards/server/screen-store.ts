import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { BoardDraft, BoardId, ScreenId } from '../contract/boards.ts'
import { sql } from 'kysely'
import { creatorName } from '@fieldwatch/server/platform/database/person-columns'
import type { Db } from '@fieldwatch/server/platform/database/database'

export interface BoardScreen {
  readonly id: ScreenId
  readonly boardId: BoardId
  /** Epoch milliseconds. */
  readonly lastSeenAt: number | undefined
  readonly address: string | null
}

/** A screen as an admin sees it. */
export interface ListedScreen extends BoardScreen {
  readonly name: string
  readonly pairedAt: number
  /** Null for someone out of reach or deleted. */
  readonly by: string | null
}

interface Most {
  readonly ofNetwork: number
  readonly all: number
}

export interface Preview {
  readonly id: ScreenId
  readonly entity: EntityId
  readonly draft: BoardDraft
  readonly userId: UserId
}

/** Screens that are paired, those that show a code, and wallboards that are looked at before they are saved. */
export function createScreenStore(db: Db) {
  return {
    findBySecret: async (secretHash: Buffer): Promise<BoardScreen | undefined> => {
      const row = await db.selectFrom('boardScreen').selectAll().where('secretHash', '=', secretHash).executeTakeFirst()
      return (
        row && {
          id: row.id as ScreenId,
          boardId: row.boardId as BoardId,
          lastSeenAt: row.lastSeenAt?.getTime(),
          address: row.address,
        }
      )
    },

    findBoardOf: async (id: string): Promise<BoardId | undefined> => {
      const row = await db.selectFrom('boardScreen').select('boardId').where('id', '=', id).executeTakeFirst()
      return row?.boardId as BoardId | undefined
    },

    noteSeen: async (id: ScreenId, { address, at }: { address: string; at: number }): Promise<void> => {
      await db
        .updateTable('boardScreen')
        .set({ lastSeenAt: new Date(at), address })
        .where('id', '=', id)
        .execute()
    },

    /** The screens of wallboards, by name. */
    listOf: async (boardIds: readonly BoardId[], reach: readonly EntityId[]): Promise<ListedScreen[]> => {
      const rows = await db
        .selectFrom('boardScreen')
        .select(['id', 'boardId', 'name', 'pairedAt', 'lastSeenAt', 'address'])
        .select(creatorName(sql.ref('board_screen.paired_by'), reach).as('by'))
        .where('boardId', 'in', boardIds.length === 0 ? [''] : [...boardIds])
        .orderBy(sql`lower(name)`)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        id: row.id as ScreenId,
        boardId: row.boardId as BoardId,
        name: row.name,
        pairedAt: row.pairedAt.getTime(),
        lastSeenAt: row.lastSeenAt?.getTime(),
        address: row.address,
        by: row.by,
      }))
    },

    add: async (screen: {
      id: ScreenId
      boardId: BoardId
      name: string
      secretHash: Buffer
      by: UserId
      at: number
    }): Promise<void> => {
      await db
        .insertInto('boardScreen')
        .values({
          id: screen.id,
          boardId: screen.boardId,
          name: screen.name,
          secretHash: screen.secretHash,
          pairedBy: screen.by,
          pairedAt: new Date(screen.at),
        })
        .execute()
    },

    /** False when it was removed already. */
    remove: async (id: ScreenId): Promise<boolean> => {
      const { numDeletedRows } = await db.deleteFrom('boardScreen').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },

    /**
     * Removes pairings that expired, and the oldest one of the network if that has as many as it may. If there are too many in all, the
     * network with the most loses its oldest one. Until the end of the transaction no one adds one.
     */
    makeRoom: async (network: string, { now, most }: { now: number; most: Most }): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('pairings of screens', 0))`.execute(db)
      await db.deleteFrom('boardPairing').where('expiresAt', '<=', new Date(now)).execute()
      await sql`
        with held as (
          select code_hash, expires_at, network = ${network} as is_own, count(*) over (partition by network) as of_network,
            count(*) over () as of_all
          from board_pairing
        )
        delete from board_pairing where code_hash = (
          select code_hash from held
          where (is_own and of_network >= ${most.ofNetwork}) or of_all >= ${most.all}
          order by is_own and of_network >= ${most.ofNetwork} desc, of_network desc, expires_at, code_hash limit 1
        )`.execute(db)
    },

    addPairing: async (pairing: {
      codeHash: Buffer
      secretHash: Buffer
      network: string
      expiresAt: number
    }): Promise<void> => {
      await db
        .insertInto('boardPairing')
        .values({
          codeHash: pairing.codeHash,
          secretHash: pairing.secretHash,
          network: pairing.network,
          expiresAt: new Date(pairing.expiresAt),
        })
        .execute()
    },

    /** The pass of the screen that shows a code, which no one else gets with it. Undefined: there is none, or it expired. */
    takePairing: async (codeHash: Buffer, now: number): Promise<Buffer | undefined> => {
      const row = await db
        .deleteFrom('boardPairing')
        .where('codeHash', '=', codeHash)
        .where('expiresAt', '>', new Date(now))
        .returning('secretHash')
        .executeTakeFirst()
      return row?.secretHash
    },

    /** Replaces what the person looked at before. */
    setPreview: async ({
      secretHash,
      expiresAt,
      ...preview
    }: Preview & { secretHash: Buffer; expiresAt: number }): Promise<void> => {
      const row = {
        id: preview.id,
        secretHash,
        entityId: preview.entity,
        draft: JSON.stringify(preview.draft),
        expiresAt: new Date(expiresAt),
      }
      await db
        .insertInto('boardPreview')
        .values({ userId: preview.userId, ...row })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
        .execute()
    },

    findPreview: async (by: { secretHash: Buffer } | { id: string }, now: number): Promise<Preview | undefined> => {
      const row = await db
        .selectFrom('boardPreview')
        .selectAll()
        .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('secretHash', '=', by.secretHash)))
        .where('expiresAt', '>', new Date(now))
        .executeTakeFirst()
      return (
        row && {
          id: row.id as ScreenId,
          entity: row.entityId,
          draft: row.draft as BoardDraft,
          userId: row.userId,
        }
      )
    },
  }
}
