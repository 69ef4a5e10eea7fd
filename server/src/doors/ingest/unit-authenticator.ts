import { DataId } from '@fieldwatch/contract/api/ids'
import { LRUCache } from 'lru-cache'
import { entriesAtMost } from '#platform/memory/entries-at-most.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { UnitAccess } from '#fleet/units/unit-store.ts'
import { hashUnitToken, isUnitToken } from '#fleet/units/unit-token.ts'
import type { Platform } from '#platform/floor.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'clock'> {
  findAccess: (dataId: DataId) => Promise<UnitAccess | undefined>
  findByTokenHash: (tokenHash: Buffer) => Promise<DataId | undefined>
  listRefused: (signedIn: readonly KnownUnit[]) => Promise<KnownUnit[]>
}

export interface KnownUnit extends UnitAccess {
  readonly dataId: DataId
}

/** How long an entry is trusted at most: the command line changes tokens without telling anyone. */
const FRESH_MS = 5_000

/** The most units that are cached; the least recently used are dropped first. */
const REMEMBERED = 20_000

export type UnitAuthenticator = ReturnType<typeof createUnitAuthenticator>

/** Authenticates units by their token. Its cache serves on while the database is away. */
export function createUnitAuthenticator({ findAccess, findByTokenHash, listRefused, bus, clock }: Dependencies) {
  const remembered = new LRUCache<string, { unit: KnownUnit; at: number; readAfter: number }>(entriesAtMost(REMEMBERED))
  /** The units of tokens, by hash. The unit itself says whether the token is still its own. */
  const byToken = new LRUCache<string, DataId>(entriesAtMost(REMEMBERED))
  /** Grows with each change of any unit: what was read in the meantime may be of before. */
  let changes = 0
  /** How many changes there were when some were missed last: what was read before is not trusted. */
  let missedAt = 0
  const stops = [
    bus.subscribe('unit-access-changed', ({ dataId }) => {
      changes += 1
      remembered.delete(dataId)
    }),
    bus.subscribe('messages-missed', () => {
      changes += 1
      missedAt = changes
    }),
  ]

  const find = async (dataId: string): Promise<KnownUnit | undefined> => {
    const known = remembered.get(dataId)
    const isFresh = known !== undefined && Math.abs(clock() - known.at) < FRESH_MS && known.readAfter >= missedAt
    if (isFresh) return known.unit
    const parsed = DataId.safeParse(dataId)
    if (!parsed.success) return undefined
    const readAfter = changes
    try {
      const access = await findAccess(parsed.data)
      if (access === undefined) {
        remembered.delete(dataId)
        return undefined
      }
      const unit = { ...access, dataId: parsed.data }
      if (changes === readAfter) remembered.set(dataId, { unit, at: clock(), readAfter })
      return unit
    } catch (error) {
      if (known !== undefined && isDatabaseAway(error)) return known.unit
      throw error
    }
  }

  /**
   * Undefined in the same time for a wrong token and for an unknown unit.
   * @throws DomainError unit/deactivated, to anyone who has the token
   */
  const verify = async (dataId: string, token: string): Promise<KnownUnit | undefined> => {
    const unit = await find(dataId)
    const matches = isUnitToken(token, unit?.tokenHash ?? NO_TOKEN)
    if (!matches || unit === undefined) return undefined
    if (!unit.active) throw new DomainError('unit/deactivated')
    return unit
  }

  return {
    /** The current unit; undefined when there is none. */
    find,

    /**
     * As `find`, for a unit that has proved otherwise who it is.
     * @throws DomainError unit/deactivated
     */
    findActive: async (dataId: DataId): Promise<KnownUnit | undefined> => {
      const unit = await find(dataId)
      if (unit?.active === false) throw new DomainError('unit/deactivated')
      return unit
    },

    verify,

    /** Which of these units, as they were when they signed in, may not stay. Asks the database once for all of them. */
    listRefused: async (signedIn: readonly KnownUnit[]): Promise<KnownUnit[]> => {
      const refused = await listRefused(signedIn)
      for (const { dataId } of refused) remembered.delete(dataId)
      return refused
    },

    /**
     * The unit with a token. A token is found by its hash, of which a sender cannot choose a part, so that times tell nothing.
     * @throws DomainError unit/deactivated
     */
    verifyToken: async (token: string): Promise<KnownUnit | undefined> => {
      const tokenHash = hashUnitToken(token)
      const key = tokenHash.toString('base64')
      const remembered = byToken.get(key)
      const known = remembered === undefined ? undefined : await verify(remembered, token)
      if (known !== undefined) return known
      const dataId = await findByTokenHash(tokenHash)
      if (dataId === undefined) return undefined
      byToken.set(key, dataId)
      return verify(dataId, token)
    },

    close: (): void => {
      for (const stop of stops) stop()
    },
  }
}

/** A hash that no token has. */
const NO_TOKEN = hashUnitToken('').fill(0)
