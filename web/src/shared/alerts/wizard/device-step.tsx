import type { AlertState } from '@fieldwatch/contract/alerts/alerts'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { Loaded } from '#ui/components/loaded.tsx'
import { alertEntities, choosesEntity } from './alert-entities.ts'
import type { AlertForm } from './alert-form.ts'
import { DeviceList } from './device-list.tsx'
import type { Device } from './device-search.ts'
import type { StepProps } from './step-props.ts'
import { unitNamesQuery } from '#shared/units/unit-names-query.ts'
import { t } from '../texts.ts'

interface DeviceStepProps extends StepProps {
  /** The states of the alert that is changed: they name devices that are not of its entity. */
  states: readonly AlertState[]
  /** Who makes an alert owns it. */
  isNew: boolean
}

/** What was chosen for an entity. */
type Choice = Pick<AlertForm, 'devices' | 'owners' | 'viewers'>

/** Step 2: the devices that are watched, of the entity that those choose who may. */
export function DeviceStep({ form, states, isNew }: DeviceStepProps) {
  const me = useMe()
  const { entity, devices } = form.values
  const query = useQuery(unitNamesQuery(useApi(), entity))
  const { data: listed } = query
  const all = useMemo(() => withOthers(listed ?? [], devices, states), [listed, devices, states])
  const firstChoice: Choice = { devices: [], owners: isNew ? [me.id] : [], viewers: [] }
  const left = useRef(new Map<EntityId, Choice>())

  function chooseEntity(next: EntityId): void {
    left.current.set(entity, { devices, owners: form.values.owners, viewers: form.values.viewers })
    form.setValues({ entity: next, ...(left.current.get(next) ?? firstChoice) })
    form.clearErrors()
  }

  return (
    <>
      {choosesEntity(me) && (
        <NativeSelect
          label={t('alerts.entity')}
          description={t('alerts.entity.help')}
          data={alertEntities(me)}
          value={entity}
          onChange={({ currentTarget }) => chooseEntity(currentTarget.value as EntityId)}
        />
      )}
      <Loaded query={query} failed={t('alerts.devices.failed')} height="20rem">
        {() => (
          <DeviceList
            key={entity}
            devices={all}
            chosen={devices}
            error={form.errors['devices']}
            onChange={(next) => form.setFieldValue('devices', next)}
          />
        )}
      </Loaded>
    </>
  )
}

/** The devices of an entity, behind those that are watched and not of it. */
function withOthers(
  listed: readonly Device[],
  devices: AlertForm['devices'],
  states: readonly AlertState[],
): readonly Device[] {
  const known = new Set(listed.map(({ id }) => id))
  const names = new Map(states.map(({ dataID, friendlyName }) => [dataID, friendlyName]))
  const others = devices.filter((id) => !known.has(id))
  return [...others.map((id) => ({ id, friendlyName: names.get(id) ?? id, active: true })), ...listed]
}
