import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import type { UnitStore } from '#fleet/units/unit-store.ts'
import { shareStatements } from '#platform/database/share-statements.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { bearerOf } from '#platform/http/bearer.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { KnownUnit, UnitAuthenticator } from './unit-authenticator.ts'

interface Parts {
  readonly unitAuthenticator: UnitAuthenticator
  readonly units: Pick<UnitStore, 'listSharing'>
  readonly clock: Clock
}

/**
 * Finds the unit that a request is from, or that a program acts for.
 * @throws DomainError unit/invalid-token, unit/deactivated; for programs unit/not-found, unit/shared, access/forbidden
 */
export type IdentifyUnit = (request: UnitRequest, dataID: string) => Promise<KnownUnit>

interface Asked {
  readonly dataId: DataId
  readonly reach: readonly EntityId[]
}

interface UnitRequest {
  /** The program that asks; undefined: the unit itself. */
  readonly caller: Caller | undefined
  readonly headers: { readonly authorization?: string | undefined }
}

/** The way in for units over HTTP, each with its token, and for programs that act for several. */
export function createUnitIdentifier({ unitAuthenticator, units, clock }: Parts): IdentifyUnit {
  const findSharing = shareStatements({ clock }, listSharing)
  return async ({ caller, headers }, dataID) => {
    if (caller !== undefined) return enterFor(caller, dataID)
    const unit = await unitAuthenticator.verify(dataID, bearerOf(headers.authorization) ?? '')
    if (unit === undefined) throw new DomainError('unit/invalid-token')
    return unit
  }

  /** A program may act for the units to which its owner could give a token. */
  async function enterFor(caller: Caller, dataID: string): Promise<KnownUnit> {
    const sharedWith = await findSharing({ dataId: dataID as DataId, reach: caller.reach })
    if (sharedWith === undefined) throw new DomainError('unit/not-found')
    requireMayDecide(caller, { sharedWith: [...sharedWith] })
    const unit = await unitAuthenticator.findActive(dataID as DataId)
    if (unit === undefined) throw new DomainError('unit/not-found')
    return unit
  }

  /** The names of the entities out of reach that have each unit; undefined for one out of reach. Requests by one token have one reach. */
  async function listSharing(asked: readonly Asked[]): Promise<(readonly string[] | undefined)[]> {
    const found = new Map<Asked['reach'], Awaited<ReturnType<typeof units.listSharing>>>()
    for (const [reach, group] of Map.groupBy(asked, (one) => one.reach)) {
      found.set(
        reach,
        await units.listSharing(
          group.map(({ dataId }) => dataId),
          reach,
        ),
      )
    }
    return asked.map(({ dataId, reach }) => found.get(reach)?.get(dataId))
  }
}
