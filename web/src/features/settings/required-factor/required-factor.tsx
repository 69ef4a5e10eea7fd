import { StateLine } from '../state-line.tsx'
import { Loaded } from '#ui/components/loaded.tsx'
import type { Entity } from '@fieldwatch/contract/people/entities'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { entityQuery } from '#shared/users/entity-queries.ts'
import type { UserDialogs } from '../people/use-user-dialogs.ts'
import { RequireFactorDialog } from './require-factor-dialog.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { failedText, inPlaceFailure } from '../people/user-failure.ts'
import { useRequireFactor } from './required-factor-queries.ts'
import { t } from './texts.ts'

interface RequiredFactorProps {
  entity: EntityId
  dialogs: UserDialogs
}

/** Whether a second factor is required of the people of an entity, which admins decide. */
export function RequiredFactor({ entity, dialogs }: RequiredFactorProps) {
  const query = useQuery(entityQuery(useApi(), entity))
  return (
    <Loaded query={query} failed={t('second-factor.required.failed')} height="3rem">
      {(data) => <Requirement entity={data} dialogs={dialogs} />}
    </Loaded>
  )
}

function Requirement({ entity, dialogs }: { entity: Entity; dialogs: UserDialogs }) {
  const [open, setOpen] = useState<'start' | 'stop'>()
  const close = (): void => setOpen(undefined)
  const finish = (message: string): void => {
    close()
    dialogs.finish(message)
  }
  const { secondFactorRequired: isOn, secondFactorRequiredBy: above } = entity
  return (
    <StateLine title={t('second-factor.required')} text={stateText(entity)}>
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
    </StateLine>
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
      title={t('second-factor.required.stop.title', { name: entity.name })}
      confirm={t('second-factor.required.stop')}
      busy={stop.isPending}
      failure={stop.isError ? inPlaceFailure(stop.error, timeFormat, failedText('entity')) : undefined}
      onConfirm={() =>
        stop.mutate(false, { onSuccess: ({ name }) => onDone(t('second-factor.required.stopped', { name })) })
      }
      onClose={onClose}
    >
      {t('second-factor.required.stop.text')}
    </ConfirmDialog>
  )
}
