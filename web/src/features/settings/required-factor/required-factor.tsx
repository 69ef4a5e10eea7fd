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
import { failedText, inPlaceFailure } from '../people/user-failure.ts'
import { useRequireFactor } from './required-factor-queries.ts'
import { t } from './texts.ts'

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
      <LoadFailure title={t('second-factor.required.failed')} message={error.message} onRetry={() => void refetch()} />
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
        <Text>{t('second-factor.required')}</Text>
        <Text size="sm" c="dimmed">
          {stateText(entity)}
        </Text>
      </div>
      {above === null || isOn ? (
        <Button
          variant="default"
          aria-label={t(isOn ? 'second-factor.required.stop.of' : 'second-factor.required.start.of', {
            name: entity.name,
          })}
          onClick={() => setOpen(isOn ? 'stop' : 'start')}
        >
          {isOn ? t('second-factor.required.stop') : t('second-factor.required.start')}
        </Button>
      ) : undefined}
      {open === 'stop' ? <StopRequiringDialog entity={entity} onDone={finish} onClose={close} /> : undefined}
      {open === 'start' ? <RequireFactorDialog entity={entity} onDone={finish} onClose={close} /> : undefined}
    </div>
  )
}

function stateText({ secondFactorRequired, secondFactorRequiredBy: above }: Entity): string {
  if (above === null) {
    return secondFactorRequired ? t('second-factor.required.state.here') : t('second-factor.required.state.no')
  }
  const state = secondFactorRequired ? 'both' : 'above'
  return above.name === null
    ? t(`second-factor.required.state.${state}.hidden`)
    : t(`second-factor.required.state.${state}`, { entity: above.name })
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
      title={t('second-factor.required.stop.title', { name: entity.name })}
      confirm={t('second-factor.required.stop')}
      busy={stop.isPending}
      onConfirm={() =>
        stop.mutate(false, { onSuccess: ({ name }) => onDone(t('second-factor.required.stopped', { name })) })
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{t('second-factor.required.stop.text')}</Text>
        {stop.isError ? <FormFailure {...inPlaceFailure(stop.error, timeFormat, failedText('entity'))} /> : undefined}
      </Stack>
    </ConfirmDialog>
  )
}
