import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useMe } from '#platform/session/me-queries.ts'

export interface EntityOption {
  value: EntityId
  label: string
}

/** The entities in reach. */
export function entitiesInReach({ entityData }: Pick<SessionUser, 'entityData'>): EntityOption[] {
  // The keys of this record are ids of entities.
  return Object.entries(entityData).map(([id, { name }]) => ({ value: id as EntityId, label: name }))
}

interface EntitySelectProps extends Omit<NativeSelectProps, 'data' | 'onChange'> {
  /** What can be chosen; all in reach when left out. */
  options?: readonly EntityOption[]
  onChange: (entity: EntityId) => void
}

/** A choice of one entity; nothing where there is no choice. */
export function EntitySelect({ options, onChange, ...props }: EntitySelectProps) {
  const inReach = entitiesInReach(useMe())
  const data = [...(options ?? inReach)]
  if (data.length < 2) return undefined
  // What is chosen is one of the list.
  return (
    <NativeSelect {...props} data={data} onChange={({ currentTarget }) => onChange(currentTarget.value as EntityId)} />
  )
}
