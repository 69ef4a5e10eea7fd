import { TabFrame } from './tab-frame.tsx'
import { EntitySelect } from '#shared/users/entity-select.tsx'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { IconPlus } from '#ui/icons/icons.ts'
import { entityOptions } from './people/entity-options.ts'

interface EntityTabProps {
  title: string
  help: string
  /** The button that adds one. */
  add: string
  /** No more can be added. */
  isFull?: boolean
  onAdd: () => void
  /** More buttons. */
  buttons?: ReactNode
  entityLabel: string
  entity: EntityId
  onEntity: (entity: EntityId) => void
  children: ReactNode
}

/** A tab of Settings with the things of one entity at a time. */
export function EntityTab({ title, help, add, isFull = false, onAdd, buttons, children, ...choice }: EntityTabProps) {
  const options = entityOptions(useMe())
  const { entityLabel, entity, onEntity } = choice
  return (
    <TabFrame
      title={title}
      tools={
        <Group gap="xs">
          {buttons}
          <Button leftSection={<IconPlus size="1rem" aria-hidden="true" />} disabled={isFull} onClick={onAdd}>
            {add}
          </Button>
        </Group>
      }
      help={help}
    >
      <EntitySelect label={entityLabel} options={options} value={entity} onChange={onEntity} />
      {children}
    </TabFrame>
  )
}
