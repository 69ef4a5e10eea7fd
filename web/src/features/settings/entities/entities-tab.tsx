import { TabFrame } from '../tab-frame.tsx'
import type { EntityUser } from '@fieldwatch/contract/people/users'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMe } from '#platform/session/me-queries.ts'
import type { Column } from '#ui/table/column.ts'
import { type EntityOption, subEntitiesOf } from '../people/entity-options.ts'
import { EditEntity } from './edit-entity.tsx'
import { LastNote, OpenDialog } from '../people/open-dialog.tsx'
import { isAdmin } from '../people/user-policy.ts'
import { type UserDialogs, useUserDialogs } from '../people/use-user-dialogs.ts'
import { UserEmail, UserName, UserStatusText } from '../people/user-cells.tsx'
import { RequiredFactor } from '../required-factor/required-factor.tsx'
import { useRequiresFactor } from '../required-factor/required-factor-queries.ts'
import { fullName } from '../people/user-lists.ts'
import { UsersTable } from '../people/users-table.tsx'
import classes from '../settings-page.module.css'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { useDisclosure } from '@mantine/hooks'
import { DeleteDialog } from '#shared/deletion/delete-dialog.tsx'
import { useDeleteEntity } from '#shared/deletion/deletion-queries.ts'
import { t } from './texts.ts'

/** The sub-entities and their users. */
export function EntitiesTab() {
  const me = useMe()
  const dialogs = useUserDialogs()
  const entities = subEntitiesOf(me)
  return (
    <TabFrame
      title={t('people.entities')}
      tools={<Button onClick={() => dialogs.open({ name: 'createEntityModal' })}>{t('people.entities.add')}</Button>}
    >
      <LastNote dialogs={dialogs} />
      {entities.length === 0 ? (
        <Text c="dimmed">{t('people.entities.none')}</Text>
      ) : (
        entities.map((entity) => <EntitySection key={entity.value} entity={entity} dialogs={dialogs} />)
      )}
      <OpenDialog dialogs={dialogs} />
    </TabFrame>
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
          <Button variant="default" onClick={() => dialogs.open({ name: 'createUserModal', entity })}>
            {t('people.users.add')}
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
    {
      id: 'users',
      title: t('people.users'),
      value: fullName,
      cell: (user) => <UserName user={user} required={required} />,
    },
    {
      id: 'email',
      title: t('people.users.email'),
      value: ({ email }) => email,
      cell: (user) => <UserEmail user={user} />,
    },
    { id: 'role', title: t('people.users.role'), value: ({ role }) => t(`people.users.role.${role}`) },
    {
      id: 'status',
      title: t('people.users.status'),
      value: ({ status }) => status,
      cell: (user) => <UserStatusText user={user} />,
    },
  ]
}

interface DeleteEntityProps {
  entity: EntityId
  name: string
  dialogs: UserDialogs
}

/** The button to delete a sub-entity, and its question. */
function DeleteEntity({ entity, name, dialogs }: DeleteEntityProps) {
  const [asking, ask] = useDisclosure(false)
  const remove = useDeleteEntity(entity, name)
  const finish = (): void => {
    ask.close()
    dialogs.finish(`${name} was deleted.`)
  }
  return (
    <>
      <Button variant="default" aria-label={t('people.entities.delete.one', { name })} onClick={ask.open}>
        {t('people.delete')}
      </Button>
      {asking ? (
        <DeleteDialog
          change={{ kind: 'entity-deleted', entityID: entity }}
          title={t('people.entities.delete.title', { name })}
          typed={name}
          busy={remove.isPending}
          failure={
            remove.isError ? { text: t('people.entities.delete.failed'), advice: remove.error.message } : undefined
          }
          onConfirm={() => remove.mutate(undefined, { onSuccess: finish })}
          onClose={ask.close}
        >
          {t('people.entities.delete.text')}
        </DeleteDialog>
      ) : undefined}
    </>
  )
}
