import type { EntityUser } from '@fieldwatch/contract/users'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMe } from '#platform/session/me-queries.ts'
import type { Column } from '#ui/table/column.ts'
import { type EntityOption, subEntitiesOf } from './entity-options.ts'
import { DeleteEntity } from './delete-entity.tsx'
import { EditEntity } from './edit-entity.tsx'
import { OpenDialog, LastNote } from './open-dialog.tsx'
import { isAdmin } from './user-policy.ts'
import { type UserDialogs, useUserDialogs } from './use-user-dialogs.ts'
import { UserEmail, UserName, UserStatusText } from './user-cells.tsx'
import { RequiredFactor } from './required-factor/required-factor.tsx'
import { useRequiresFactor } from './required-factor/required-factor-queries.ts'
import { fullName } from './user-lists.ts'
import { UsersTable } from './users-table.tsx'
import classes from './settings-page.module.css'

/** The sub-entities and their users. */
export function EntitiesTab() {
  const me = useMe()
  const dialogs = useUserDialogs()
  const entities = subEntitiesOf(me)
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Entities
        </Title>
        <Button onClick={() => dialogs.send({ type: 'addEntity' })}>+ add entity</Button>
      </Group>
      <LastNote dialogs={dialogs} />
      {entities.length === 0 ? (
        <Text c="dimmed">
          No entities yet. Add one for each part of the organisation that has units and people of its own.
        </Text>
      ) : (
        entities.map((entity) => <EntitySection key={entity.value} entity={entity} dialogs={dialogs} />)
      )}
      <OpenDialog dialogs={dialogs} />
    </Stack>
  )
}

interface EntitySectionProps {
  entity: EntityOption
  dialogs: UserDialogs
}

function EntitySection({ entity: { value: entity, label }, dialogs }: EntitySectionProps) {
  const me = useMe()
  const required = useRequiresFactor(entity)
  return (
    <section aria-label={label} className={classes['card']}>
      <Group justify="space-between" className={classes['cardHead'] ?? ''}>
        <Title order={3} size="h5" className={classes['name'] ?? ''} title={label}>
          {label}
        </Title>
        <Group gap="xs">
          {isAdmin(me) ? <EditEntity entity={entity} name={label} dialogs={dialogs} /> : undefined}
          {isAdmin(me) ? <DeleteEntity entity={entity} name={label} dialogs={dialogs} /> : undefined}
          <Button variant="default" onClick={() => dialogs.send({ type: 'addUser', entity })}>
            + add user
          </Button>
        </Group>
      </Group>
      <Stack gap="md">
        {isAdmin(me) ? <RequiredFactor entity={entity} dialogs={dialogs} /> : undefined}
        <UsersTable entity={entity} name={label} columns={columnsWith(required)} dialogs={dialogs} />
      </Stack>
    </section>
  )
}

function columnsWith(required: boolean): readonly Column<EntityUser>[] {
  return [
    { id: 'id', value: ({ id }) => id, hidden: true },
    { id: 'users', value: fullName, cell: (user) => <UserName user={user} required={required} /> },
    { id: 'email', value: ({ email }) => email, cell: (user) => <UserEmail user={user} /> },
    { id: 'role', value: ({ role }) => role },
    { id: 'status', value: ({ status }) => status, cell: (user) => <UserStatusText user={user} /> },
  ]
}
