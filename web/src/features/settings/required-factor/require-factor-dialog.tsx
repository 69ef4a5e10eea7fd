import type { Entity } from '@fieldwatch/contract/people/entities'
import type { EntityUser } from '@fieldwatch/contract/people/users'
import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasCode } from '#platform/api/api-error.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { Loaded } from '#ui/components/loaded.tsx'
import { failedText, inPlaceFailure } from '../people/user-failure.ts'
import { fullName } from '../people/user-lists.ts'
import { peopleBelowQuery, useRequireFactor } from './required-factor-queries.ts'
import classes from './required-factor.module.css'
import { t } from './texts.ts'

interface RequireFactorDialogProps {
  entity: Entity
  onDone: (message: string) => void
  onClose: () => void
}

/** Asks before a second factor is required, and lists who has none yet. */
export function RequireFactorDialog({ entity, onDone, onClose }: RequireFactorDialogProps) {
  const { timeFormat } = useMe()
  const require = useRequireFactor(entity)
  const people = useQuery(peopleBelowQuery(useApi(), entity.entityID))
  return (
    <ConfirmDialog
      title={t('second-factor.required.start.title', { name: entity.name })}
      confirm={t('second-factor.required.start.confirm')}
      busy={require.isPending}
      onConfirm={() =>
        require.mutate(true, { onSuccess: ({ name }) => onDone(t('second-factor.required.started', { name })) })
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{t('second-factor.required.start.text', { name: entity.name })}</Text>
        <Loaded query={people} failed={t('second-factor.required.users.failed')} height="3rem">
          {(data) => <WhoHasNone people={data} />}
        </Loaded>
        {require.isError ? (
          <FormFailure {...inPlaceFailure(require.error, timeFormat, failedText('entity'))}>
            {hasCode(require.error, 'second-factor/own-first') ? (
              <Anchor component={Link} to="/settings">
                {t('second-factor.required.profile')}
              </Anchor>
            ) : undefined}
          </FormFailure>
        ) : undefined}
      </Stack>
    </ConfirmDialog>
  )
}

function WhoHasNone({ people }: { people: readonly EntityUser[] }) {
  const without = people.filter(({ secondFactor }) => !secondFactor)
  if (without.length === 0) return <Text>{t('second-factor.required.users.all')}</Text>
  return (
    <div>
      <Text fw={600}>{t('second-factor.required.users.some', { without: without.length, all: people.length })}</Text>
      {/* The list scrolls, so keys have to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes['people']} aria-label={t('second-factor.required.users')} tabIndex={0}>
        {without.map((user) => (
          <li key={user.id}>{fullName(user)}</li>
        ))}
      </ul>
    </div>
  )
}
