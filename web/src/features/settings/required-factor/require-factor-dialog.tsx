import type { Entity } from '@fieldwatch/contract/people/entities'
import type { EntityUser } from '@fieldwatch/contract/people/users'
import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasCode } from '#platform/api/api-error.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { ENTITY_FAILED } from '../people/entity-dialog.tsx'
import { inPlaceFailure } from '../people/user-failure.ts'
import { fullName } from '../people/user-lists.ts'
import { peopleBelowQuery, useRequireFactor } from './required-factor-queries.ts'
import classes from './required-factor.module.css'

interface RequireFactorDialogProps {
  entity: Entity
  onDone: (message: string) => void
  onClose: () => void
}

/** Asks before a second factor is required, and tells who has none yet. */
export function RequireFactorDialog({ entity, onDone, onClose }: RequireFactorDialogProps) {
  const { timeFormat } = useMe()
  const require = useRequireFactor(entity)
  const people = useQuery(peopleBelowQuery(useApi(), entity.entityID))
  return (
    <ConfirmDialog
      opened
      title={`Require a second factor of ${entity.name}?`}
      confirm="Require it"
      busy={require.isPending}
      onConfirm={() =>
        require.mutate(true, { onSuccess: ({ name }) => onDone(`${name} requires a second factor now.`) })
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          It counts at once for the people of {entity.name} and of the entities below. Whoever has no authenticator app
          and no passkey is signed out, and sets an app up when they sign in with the password again. People whom a
          provider signs in are not asked, and tokens of programs go on.
        </Text>
        {people.data !== undefined ? (
          <WhoHasNone people={people.data} />
        ) : people.error === null ? (
          <Skeleton height="3rem" />
        ) : (
          <LoadFailure
            title="Who has none yet cannot be shown"
            message={people.error.message}
            onRetry={() => void people.refetch()}
          />
        )}
        {require.isError ? (
          <FormFailure {...inPlaceFailure(require.error, timeFormat, ENTITY_FAILED)}>
            {hasCode(require.error, 'second-factor/own-first') ? (
              <Anchor component={Link} to="/settings">
                Open your profile
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
  if (without.length === 0) return <Text>Everybody has one already.</Text>
  return (
    <div>
      <Text fw={600}>
        {without.length} of {people.length} {people.length === 1 ? 'person has' : 'people have'} none yet:
      </Text>
      {/* The list scrolls, so keys have to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes['people']} aria-label="People without a second factor" tabIndex={0}>
        {without.map((user) => (
          <li key={user.id}>{fullName(user)}</li>
        ))}
      </ul>
    </div>
  )
}
