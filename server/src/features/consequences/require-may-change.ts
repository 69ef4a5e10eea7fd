import type { Change } from '@fieldwatch/contract/consequences/changes'
import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import type { UserChanges } from '@fieldwatch/contract/people/users'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { judgedOf } from '#features/alerts/change-alerts.ts'
import { requireMayChange as requireMayChangeAlert } from '#features/alerts/alert-policy.ts'
import { createAlertStore } from '#features/alerts/alert-store.ts'
import { sourcesOf } from '#features/events/event-policy.ts'
import { createEventStore } from '#features/events/event-store.ts'
import { createPlaceStore } from '#fleet/places/place-store.ts'
import { requireMayDecide, requireMayGiveUnit } from '#fleet/units/unit-policy.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { mayReach, requireAdmin, requireAdministered } from '#people/access/access-policy.ts'
import { createUserAdministrationStore } from '#people/users/user-administration-store.ts'
import { requireMayChangeUser, requireMayDeleteUser } from '#people/users/user-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireMayRead } from '#records/store/source-policy.ts'
import { createSourceStore } from '#records/store/source-store.ts'

/**
 * Only someone who may make a change learns what follows from it.
 * @throws DomainError as the change itself: what is out of reach is not found
 */
export async function requireMayChange(db: Db, caller: Caller, change: Change): Promise<void> {
  const { reach } = caller
  switch (change.kind) {
    case 'unit-moved':
    case 'unit-shared':
      requireMayGiveUnit(caller, change.entities)
      return requireMayDecideAll(db, caller, change.dataIDs)
    case 'unit-deactivated':
    case 'unit-deleted':
    case 'template-changed':
      return requireMayDecideAll(db, caller, change.dataIDs)
    case 'data-id-changed':
      return requireMayDecideAll(db, caller, [change.dataID])
    case 'source-deleted':
    case 'source-moved': {
      await createUnitStore(db).getDocument(change.dataID, reach)
      if ((await createSourceStore(db).find(change.dataID, change.source)) === undefined)
        throw new DomainError('data/not-found')
      return
    }
    case 'chart-renamed':
    case 'chart-deleted':
      await createUnitStore(db).getDocument(change.dataID, reach)
      return
    case 'event-table-changed':
    case 'event-table-deleted':
      await createUnitStore(db).getDocument(change.dataID, reach)
      requireMayRead(caller, ...sourcesOf(await createEventStore(db).get(change.dataID, nameOfEvent(change.event))))
      return
    case 'alert-deleted':
      requireMayChangeAlert(caller, judgedOf(await createAlertStore(db).findForChange(change.alertID, reach)))
      return
    case 'place-changed':
    case 'place-deleted':
      for (const id of change.placeIDs)
        requireAdministered(caller, await createPlaceStore(db).find(id, reach), 'place/not-found')
      return
    case 'entity-disabled':
    case 'entity-enabled':
    case 'entity-deleted':
      requireAdmin(caller)
      if (!mayReach(caller, change.entityID)) throw new DomainError('entity/not-found')
      return
    default:
      return requireMayChangePeople(db, caller, change)
  }
}

async function requireMayDecideAll(db: Db, caller: Caller, dataIds: readonly DataId[]): Promise<void> {
  const wanted = [...new Set(dataIds)]
  const units = await createUnitStore(db).listDocuments(caller.reach, { dataIds: wanted })
  if (units.length < wanted.length) throw new DomainError('unit/not-found')
  for (const unit of units) requireMayDecide(caller, unit)
}

type PeopleChange = Extract<Change, { kind: `person-${string}` }>

async function requireMayChangePeople(db: Db, caller: Caller, change: PeopleChange): Promise<void> {
  const users = await createUserAdministrationStore(db).getAll(change.userIDs)
  for (const user of users) {
    switch (change.kind) {
      case 'person-deleted':
        requireMayDeleteUser(caller, user)
        break
      case 'person-demoted':
        requireMayChangeUser(caller, user, rightsOf(change))
        break
      case 'person-moved':
        requireMayChangeUser(caller, user, {
          entity: change.entityID,
          ...rightsOf(change),
        })
        break
      default:
        requireMayChangeUser(caller, user, { status: change.kind === 'person-disabled' ? 'disabled' : 'active' })
    }
  }
}

function rightsOf({
  role,
  permissions,
}: Extract<PeopleChange, { kind: 'person-demoted' | 'person-moved' }>): UserChanges {
  return { role, permissions: permissions && [...permissions] }
}
