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
      const row = await db
        .selectFrom('board_screen')
        .selectAll()
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst()
      return (
        row && {
          id: row.id as ScreenId,
          boardId: row.board_id as BoardId,
          lastSeenAt: row.last_seen_at?.getTime(),
          address: row.address,
        }
      )
    },

    findBoardOf: async (id: string): Promise<BoardId | undefined> => {
      const row = await db.selectFrom('board_screen').select('board_id').where('id', '=', id).executeTakeFirst()
      return row?.board_id as BoardId | undefined
    },

    noteSeen: async (id: ScreenId, { address, at }: { address: string; at: number }): Promise<void> => {
      await db
        .updateTable('board_screen')
        .set({ last_seen_at: new Date(at), address })
        .where('id', '=', id)
        .execute()
    },

    /** The screens of wallboards, by name. */
    listOf: async (boardIds: readonly BoardId[], reach: readonly EntityId[]): Promise<ListedScreen[]> => {
      const rows = await db
        .selectFrom('board_screen')
        .select(['id', 'board_id', 'name', 'paired_at', 'last_seen_at', 'address'])
        .select(creatorName(sql.ref('board_screen.paired_by'), reach).as('by'))
        .where('board_id', 'in', boardIds.length === 0 ? [''] : [...boardIds])
        .orderBy(sql`lower(name)`)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        id: row.id as ScreenId,
        boardId: row.board_id as BoardId,
        name: row.name,
        pairedAt: row.paired_at.getTime(),
        lastSeenAt: row.last_seen_at?.getTime(),
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
        .insertInto('board_screen')
        .values({
          id: screen.id,
          board_id: screen.boardId,
          name: screen.name,
          secret_hash: screen.secretHash,
          paired_by: screen.by,
          paired_at: new Date(screen.at),
        })
        .execute()
    },

    /** False when it was removed already. */
    remove: async (id: ScreenId): Promise<boolean> => {
      const { numDeletedRows } = await db.deleteFrom('board_screen').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },

    /**
     * Removes pairings that expired, and the oldest one of the network if that has as many as it may. If there are too many in all, the
     * network with the most loses its oldest one. Until the end of the transaction no one adds one.
     */
    makeRoom: async (network: string, { now, most }: { now: number; most: Most }): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('pairings of screens', 0))`.execute(db)
      await db.deleteFrom('board_pairing').where('expires_at', '<=', new Date(now)).execute()
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
        .insertInto('board_pairing')
        .values({
          code_hash: pairing.codeHash,
          secret_hash: pairing.secretHash,
          network: pairing.network,
          expires_at: new Date(pairing.expiresAt),
        })
        .execute()
    },

    /** The pass of the screen that shows a code, which no one else gets with it. Undefined: there is none, or it expired. */
    takePairing: async (codeHash: Buffer, now: number): Promise<Buffer | undefined> => {
      const row = await db
        .deleteFrom('board_pairing')
        .where('code_hash', '=', codeHash)
        .where('expires_at', '>', new Date(now))
        .returning('secret_hash')
        .executeTakeFirst()
      return row?.secret_hash
    },

    /** Replaces what the person looked at before. */
    setPreview: async ({
      secretHash,
      expiresAt,
      ...preview
    }: Preview & { secretHash: Buffer; expiresAt: number }): Promise<void> => {
      const row = {
        id: preview.id,
        secret_hash: secretHash,
        entity_id: preview.entity,
        draft: JSON.stringify(preview.draft),
        expires_at: new Date(expiresAt),
      }
      await db
        .insertInto('board_preview')
        .values({ user_id: preview.userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
    },

    findPreview: async (by: { secretHash: Buffer } | { id: string }, now: number): Promise<Preview | undefined> => {
      const row = await db
        .selectFrom('board_preview')
        .selectAll()
        .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('secret_hash', '=', by.secretHash)))
        .where('expires_at', '>', new Date(now))
        .executeTakeFirst()
      return (
        row && {
          id: row.id as ScreenId,
          entity: row.entity_id,
          draft: row.draft as BoardDraft,
          userId: row.user_id,
        }
      )
    },
  }
}
