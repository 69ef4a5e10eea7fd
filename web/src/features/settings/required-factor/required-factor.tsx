import type { Entity } from '@fieldwatch/contract/people/entities'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { entityQuery } from '#shared/users/entity-queries.ts'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import type { UserDialogs } from '../people/use-user-dialogs.ts'
import { RequireFactorDialog } from './require-factor-dialog.tsx'
import classes from './required-factor.module.css'
import { useMe } from '#platform/session/me-queries.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { ENTITY_FAILED } from '../people/entity-dialog.tsx'
import { inPlaceFailure } from '../people/user-failure.ts'
import { useRequireFactor } from './required-factor-queries.ts'

interface RequiredFactorProps {
  entity: EntityId
  dialogs: UserDialogs
}

/** Whether a second factor is required of the people of an entity, which admins decide. */
export function RequiredFactor({ entity: id, dialogs }: RequiredFactorProps) {
  const { data: entity, error, refetch } = useQuery(entityQuery(useApi(), id))
  const [open, setOpen] = useState<'start' | 'stop'>()
  if (entity === undefined) {
    return error === null ? (
      <Skeleton height="3rem" />
    ) : (
      <LoadFailure title="It cannot be shown" message={error.message} onRetry={() => void refetch()} />
    )
  }
  const close = (): void => setOpen(undefined)
  const finish = (message: string): void => {
    close()
    dialogs.finish(message)
  }
  const { secondFactorRequired: isOn, secondFactorRequiredBy: above } = entity
  return (
    <div className={classes['state']}>
      <div>
        <Text>Second factor</Text>
        <Text size="sm" c="dimmed">
          {stateText(entity)}
        </Text>
      </div>
      {above === null || isOn ? (
        <Button
          variant="default"
          aria-label={`${isOn ? STOP : START} of ${entity.name}`}
          onClick={() => setOpen(isOn ? 'stop' : 'start')}
        >
          {isOn ? STOP : START}
        </Button>
      ) : undefined}
      {open === 'stop' ? <StopRequiringDialog entity={entity} onDone={finish} onClose={close} /> : undefined}
      {open === 'start' ? <RequireFactorDialog entity={entity} onDone={finish} onClose={close} /> : undefined}
    </div>
  )
}

const START = 'Require a second factor'
const STOP = 'Stop requiring it'

function stateText({ secondFactorRequired, secondFactorRequiredBy: above }: Entity): string {
  const by = above?.name ?? 'an entity above'
  if (above !== null && secondFactorRequired) return `Required here, and by ${by} too.`
  if (above !== null) return `Required by ${by}: it is switched off there only.`
  return secondFactorRequired
    ? 'Required to sign in with a password, here and in the entities below.'
    : 'Not required: people set one up on their profile if they want to.'
}

interface StopRequiringDialogProps {
  entity: Entity
  onDone: (message: string) => void
  onClose: () => void
}

/** Asks before a password alone is enough again. */
function StopRequiringDialog({ entity, onDone, onClose }: StopRequiringDialogProps) {
  const { timeFormat } = useMe()
  const stop = useRequireFactor(entity)
  return (
    <ConfirmDialog
      opened
      title={`Stop requiring a second factor of ${entity.name}?`}
      confirm="Stop requiring it"
      busy={stop.isPending}
      onConfirm={() =>
        stop.mutate(false, { onSuccess: ({ name }) => onDone(`${name} requires no second factor any more.`) })
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          Whoever has a second factor is asked for it as before, and may remove it then. Whoever has none signs in with
          the password alone.
        </Text>
        {stop.isError ? <FormFailure {...inPlaceFailure(stop.error, timeFormat, ENTITY_FAILED)} /> : undefined}
      </Stack>
    </ConfirmDialog>
  )
}
