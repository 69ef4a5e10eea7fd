import { randomUUID } from 'node:crypto'
import { removeAlert } from '@fieldwatch/contract/alerts/alerts'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { AlertId, DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { Change, ChangeKind } from '@fieldwatch/contract/consequences/changes'
import { refreshEvent, removeEvent } from '@fieldwatch/contract/events/events'
import { updateEntity } from '@fieldwatch/contract/people/entities'
import { deleteUsers, updateUsers } from '@fieldwatch/contract/people/users'
import { changePlace, removePlace } from '@fieldwatch/contract/places/places'
import { putTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { Chart } from '@fieldwatch/contract/widgets/chart'
import { changeDataId, deleteEntity, deleteSource, deleteUnit } from '@fieldwatch/contract/units/deletions'
import { createUnitOfChild } from '@fieldwatch/contract/units/gateway-children'
import { administerUnit } from '@fieldwatch/contract/units/units'
import type { Db } from '#platform/database/database.ts'
import { sourceName } from '#testing/build-unit.ts'
import type { CallApi, SignedInUser } from '#testing/test-app.ts'
import type { Base } from './build-things.ts'
import { succeed } from './succeed.ts'

/** What changes may name. */
export interface Changing extends Omit<Base, 'unit' | 'colleague' | 'southAdmin'> {
  readonly alert: AlertId
  readonly place: number
}

export interface Making {
  readonly change: Change
  /** Only for a change that makes a unit of a device behind a gateway. */
  readonly newUnit?: { readonly dataId: string; readonly name: string }
  readonly make: () => Promise<{ readonly status: number }>
}

export type Makings = { readonly [Kind in ChangeKind]: (world: Changing) => Making | Promise<Making> }

interface Parts {
  readonly db: Db
  readonly call: CallApi
  /** Who makes them. */
  readonly admin: SignedInUser
}

/** Each kind of change: as a dialog asks about it, and as people make it. */
export function createMakings({ db, call, admin }: Parts): Makings {
  const makings: Makings = {
    'unit-moved': ({ dataId, south }) =>
      administer(dataId, { entities: [south] }, { kind: 'unit-moved', dataIDs: [dataId], entities: [south] }),
    'unit-shared': ({ dataId, north, south }) =>
      administer(
        dataId,
        { entities: [north, south] },
        { kind: 'unit-shared', dataIDs: [dataId], entities: [north, south] },
      ),
    'unit-deactivated': ({ dataId }) =>
      administer(dataId, { active: false }, { kind: 'unit-deactivated', dataIDs: [dataId] }),
    'unit-deleted': ({ dataId }) => ({
      change: { kind: 'unit-deleted', dataIDs: [dataId] },
      make: async () =>
        call(deleteUnit, { as: admin, params: { dataID: dataId }, body: { confirm: await nameOfUnit(dataId) } }),
    }),
    'data-id-changed': ({ dataId }) => {
      const to = `new-${randomUUID()}` as DataId
      return {
        change: { kind: 'data-id-changed', dataID: dataId, to },
        make: () => call(changeDataId, { as: admin, params: { dataID: dataId }, body: { dataID: to } }),
      }
    },
    'template-changed': ({ dataId, otherTemplate }) =>
      administer(
        dataId,
        { defaultTemplate: otherTemplate },
        { kind: 'template-changed', dataIDs: [dataId], templateID: otherTemplate },
      ),
    'source-deleted': ({ dataId }) => ({
      change: { kind: 'source-deleted', dataID: dataId, source: sourceName('room') },
      make: () =>
        call(deleteSource, { as: admin, params: { dataID: dataId }, body: { source: 'room', confirm: 'room' } }),
    }),
    'source-moved': async ({ dataId }) => {
      await db
        .insertInto('gatewayChild')
        .values({ gateway: dataId, source: 'room', name: 'room', unit: null } as never)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const body = { source: 'room', dataID: `child-${randomUUID()}`, friendlyName: 'Child' }
      return {
        change: { kind: 'source-moved', dataID: dataId, source: sourceName('room') },
        newUnit: { dataId: body.dataID, name: body.friendlyName },
        make: () => call(createUnitOfChild, { as: admin, params: { dataID: dataId }, body }),
      }
    },
    'chart-renamed': ({ dataId, template }) => ({
      change: { kind: 'chart-renamed', dataID: dataId, chart: 'Temp', to: 'Heat' },
      make: () =>
        setCharts(template, [
          {
            title: 'Heat',
            type: 'timeseries',
            specifications: { [sourceName('room')]: [{ field: 'temp', friendlyName: 'T' }] },
          },
        ]),
    }),
    'chart-deleted': ({ dataId, template }) => ({
      change: { kind: 'chart-deleted', dataID: dataId, chart: 'Temp' },
      make: () => setCharts(template, []),
    }),
    'event-table-changed': ({ dataId }) => ({
      change: { kind: 'event-table-changed', dataID: dataId, event: 'hot' },
      make: () =>
        call(refreshEvent, { as: admin, body: { dataID: dataId, name: 'hot', comparison: 'tank.level > 20' } }),
    }),
    'event-table-deleted': ({ dataId }) => ({
      change: { kind: 'event-table-deleted', dataID: dataId, event: 'hot' },
      make: () => call(removeEvent, { as: admin, body: { dataID: dataId, name: 'hot' } }),
    }),
    'alert-deleted': ({ alert }) => ({
      change: { kind: 'alert-deleted', alertID: alert },
      make: () => call(removeAlert, { as: admin, body: { alertID: alert } }),
    }),
    'place-changed': ({ place }) => ({
      change: { kind: 'place-changed', placeIDs: [place] },
      make: () => call(changePlace, { as: admin, body: { placeID: place, name: 'Yard' } }),
    }),
    'place-deleted': ({ place }) => ({
      change: { kind: 'place-deleted', placeIDs: [place] },
      make: () => call(removePlace, { as: admin, body: { placeID: place } }),
    }),
    'person-demoted': ({ maker }) =>
      changeUser(maker, { role: 'viewer' }, { kind: 'person-demoted', userIDs: [maker.userId], role: 'viewer' }),
    'person-moved': ({ maker, south }) =>
      changeUser(maker, { entity: south }, { kind: 'person-moved', userIDs: [maker.userId], entityID: south }),
    'person-disabled': ({ maker }) =>
      changeUser(maker, { status: 'disabled' }, { kind: 'person-disabled', userIDs: [maker.userId] }),
    'person-enabled': async ({ maker }) => {
      await succeed(call(updateUsers, { as: admin, body: { userUID: maker.userId, status: 'disabled' } }))
      return changeUser(maker, { status: 'active' }, { kind: 'person-enabled', userIDs: [maker.userId] })
    },
    'person-deleted': ({ maker }) => ({
      change: { kind: 'person-deleted', userIDs: [maker.userId] },
      make: () => call(deleteUsers, { as: admin, body: { userUID: maker.userId } }),
    }),
    'entity-disabled': ({ north }) => ({
      change: { kind: 'entity-disabled', entityID: north },
      make: () => call(updateEntity, { as: admin, body: { entityID: north, status: 'disabled' } }),
    }),
    'entity-enabled': async ({ north }) => {
      await succeed(call(updateEntity, { as: admin, body: { entityID: north, status: 'disabled' } }))
      return {
        change: { kind: 'entity-enabled', entityID: north },
        make: () => call(updateEntity, { as: admin, body: { entityID: north, status: 'active' } }),
      }
    },
    'entity-deleted': ({ north }) => ({
      change: { kind: 'entity-deleted', entityID: north },
      make: async () =>
        call(deleteEntity, { as: admin, body: { entityID: north, confirm: await nameOfEntity(north) } }),
    }),
  }
  return makings

  async function setCharts(id: TemplateId, charts: readonly Chart[]): Promise<{ readonly status: number }> {
    const { definition } = await db
      .selectFrom('template')
      .select('definition')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const template = { ...TemplateDefinition.parse(definition), timeSeries: { charts: [...charts] } }
    return call(putTemplate, { as: admin, body: { templateID: id, template } })
  }

  async function nameOfUnit(dataId: DataId): Promise<string> {
    const unit = await db.selectFrom('unit').select('friendlyName').where('dataId', '=', dataId).executeTakeFirst()
    return unit?.friendlyName ?? ''
  }

  async function nameOfEntity(id: EntityId): Promise<string> {
    const entity = await db.selectFrom('entity').select('name').where('id', '=', id).executeTakeFirst()
    return entity?.name ?? ''
  }

  function administer(dataId: DataId, body: CallOf<typeof administerUnit>['body'], change: Change): Making {
    return { change, make: () => call(administerUnit, { as: admin, params: { dataID: dataId }, body }) }
  }

  function changeUser(
    { userId: userUID }: SignedInUser,
    changes: { role?: 'viewer'; entity?: EntityId; status?: 'active' | 'disabled' },
    change: Change,
  ): Making {
    return { change, make: () => call(updateUsers, { as: admin, body: { userUID, ...changes } }) }
  }
}
