import { say } from '@fieldwatch/messages/server-sentences'
import { DataId, type EntityId } from '@fieldwatch/contract/api/ids'
import type { IdentifyUnit } from '#doors/ingest/identify-unit.ts'
import type { KnownUnit, UnitAuthenticator } from '#doors/ingest/unit-authenticator.ts'
import type { UnitDetail, UnitStore } from '#fleet/units/unit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { isProgramToken } from '#platform/http/bearer.ts'
import type { Authenticator, Caller } from '#platform/http/caller.ts'
import { requireScope } from '#platform/http/require-scope.ts'
import { shareLookups } from '#platform/database/share-statements.ts'
import type { Clock } from '#platform/time/clock.ts'
import { readToken } from './credentials.ts'

interface Parts {
  readonly unitAuthenticator: UnitAuthenticator
  readonly identifyUnit: IdentifyUnit
  readonly authenticator: Authenticator
  readonly units: Pick<UnitStore, 'listByDetail'>
  readonly clock: Clock
  readonly isWithin: (dataId: DataId, entity: EntityId) => Promise<boolean>
}

/** A unit that sends for itself, or a program that names the units it sends for. */
export interface Sender {
  /** The unit whose token was sent; undefined for a program. */
  readonly own: KnownUnit | undefined
  /** Only for a program: the entity whose mappings read what it sends, and where the rest is kept. */
  readonly entity: EntityId | undefined
  /** Identifies the sender where limits are counted: a dataID, or the id of the program's token. */
  readonly id: string
  /**
   * The unit with a dataID; without one, the sender's own.
   * @throws DomainError unit/invalid-token for another unit than the sender itself, request/invalid for a program that names none,
   * unit/deactivated, unit/not-found, unit/shared, access/forbidden
   */
  unit(dataID?: string): Promise<KnownUnit>
  /**
   * The unit of a device, by an identifier that its administration names.
   * @throws DomainError as `unit`
   */
  unitByDetail(detail: UnitDetail, value: string): Promise<KnownUnit>
}

/** A request, as far as it says who sends it. */
interface SenderRequest {
  readonly headers: { readonly authorization?: string | undefined }
  readonly url: string
  readonly ip: string
  /** The program whose bearer token was checked already. */
  readonly caller?: Caller | undefined
}

const NOT_NAMED = say('answers.door.not-named')

export type Senders = ReturnType<typeof createSenders>

/** Finds who sends through a door. Units that the cache knows are found while the database is away, too. */
export function createSenders({ unitAuthenticator, identifyUnit, authenticator, units, isWithin, clock }: Parts) {
  const byDetail: Record<UnitDetail, (value: string) => Promise<DataId | undefined>> = {
    devEUI: shareLookups({ clock }, (values: readonly string[]) => units.listByDetail('devEUI', values)),
    imei: shareLookups({ clock }, (values: readonly string[]) => units.listByDetail('imei', values)),
  }
  return {
    /**
     * Finds the sender by what the request signs in with.
     * @throws DomainError unit/invalid-token, unit/deactivated, auth/program-token-invalid, access/scope-missing
     */
    identify: async (request: SenderRequest): Promise<Sender> => {
      if (request.caller !== undefined) return programOf(request.caller)
      const [, query = ''] = request.url.split('?', 2)
      const { authorization } = request.headers
      return byToken(readToken({ authorization, query: new URLSearchParams(query) }) ?? '', request.ip)
    },

    byToken,

    /** A unit that has signed in. */
    ofUnit: unitSender,

    /** A connection that an entity has set up: it may name the units all of whose entities are the entity or below it. */
    ofEntity,

    /**
     * The active unit of a device that is known by its identifier alone, such as an IMEI; undefined when no unit has it.
     * @throws DomainError unit/deactivated
     */
    findUnitByDetail: async (detail: UnitDetail, value: string): Promise<KnownUnit | undefined> => {
      const dataId = await byDetail[detail](value)
      return dataId === undefined ? undefined : unitAuthenticator.findActive(dataId)
    },
  }

  /**
   * The sender with a token: of a unit, or of a program with the scope `send-for-units`.
   * @throws DomainError as `identify`
   */
  async function byToken(token: string, address: string): Promise<Sender> {
    if (isProgramToken(token)) {
      const caller = await authenticator.authenticate(`Bearer ${token}`, address)
      requireScope(caller.token, { scope: 'send-for-units' })
      return programOf(caller)
    }
    const unit = await unitAuthenticator.verifyToken(token)
    if (unit === undefined) throw new DomainError('unit/invalid-token')
    return unitSender(unit)
  }

  function unitSender(own: KnownUnit): Sender {
    const requireOwn = (dataID: string | undefined): KnownUnit => {
      if (dataID !== undefined && dataID !== own.dataId) throw new DomainError('unit/invalid-token')
      return own
    }
    return sender({ own, entity: undefined, id: own.dataId }, async (dataID) => requireOwn(dataID))
  }

  function ofEntity(entity: EntityId, id: string): Sender {
    return sender({ own: undefined, entity, id }, async (dataID) => {
      const { data: dataId } = DataId.safeParse(dataID)
      const known = dataId !== undefined && (await isWithin(dataId, entity)) ? dataId : undefined
      const found = known && (await unitAuthenticator.findActive(known))
      if (found === undefined) throw new DomainError('unit/not-found')
      return found
    })
  }

  function programOf(caller: Caller): Sender {
    return sender({ own: undefined, entity: caller.entity, id: caller.sessionId }, async (dataID) => {
      if (dataID === undefined || dataID === '') throw new DomainError('request/invalid', { message: NOT_NAMED })
      return identifyUnit({ caller, headers: {} }, dataID)
    })
  }

  function sender(who: Pick<Sender, 'own' | 'entity' | 'id'>, unit: Sender['unit']): Sender {
    return {
      ...who,
      unit,
      unitByDetail: async (detail, value) => {
        const dataId = await byDetail[detail](value)
        if (dataId !== undefined) return unit(dataId)
        if (who.own === undefined) throw new DomainError('unit/not-found')
        return who.own
      },
    }
  }
}
