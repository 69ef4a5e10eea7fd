import type { DataId } from '@fieldwatch/contract/api/ids'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import type { UnitStore } from '#fleet/units/unit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { bearerOf } from '#platform/http/bearer.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { KnownUnit, UnitAuthenticator } from './unit-authenticator.ts'

interface Parts {
  readonly unitAuthenticator: UnitAuthenticator
  readonly units: Pick<UnitStore, 'getDocument'>
}

/**
 * Finds the unit that a request is from, or that a program acts for.
 * @throws DomainError unit/invalid-token, unit/deactivated; for programs unit/not-found, unit/shared, access/forbidden
 */
export type IdentifyUnit = (request: UnitRequest, dataID: string) => Promise<KnownUnit>

interface UnitRequest {
  /** The program that asks; undefined: the unit itself. */
  readonly caller: Caller | undefined
  readonly headers: { readonly authorization?: string | undefined }
}

/** The way in for units over HTTP, each with its token, and for programs that act for several. */
export function createUnitIdentifier({ unitAuthenticator, units }: Parts): IdentifyUnit {
  return async ({ caller, headers }, dataID) => {
    if (caller !== undefined) return enterFor(caller, dataID)
    const unit = await unitAuthenticator.verify(dataID, bearerOf(headers.authorization) ?? '')
    if (unit === undefined) throw new DomainError('unit/invalid-token')
    return unit
  }

  /** A program may act for the units to which its owner could give a token. */
  async function enterFor(caller: Caller, dataID: string): Promise<KnownUnit> {
    requireMayDecide(caller, await units.getDocument(dataID as DataId, caller.reach))
    const unit = await unitAuthenticator.findActive(dataID as DataId)
    if (unit === undefined) throw new DomainError('unit/not-found')
    return unit
  }
}
