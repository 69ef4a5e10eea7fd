import { Button, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './unit-page.module.css'

/** The skeleton of the page. */
export function UnitSkeleton() {
  return (
    <div className={classes['page']} aria-busy="true">
      <VisuallyHidden>Loading the unit</VisuallyHidden>
      <Skeleton height="3rem" width="min(24rem, 80%)" />
      <Skeleton height="var(--fw-touch-target)" />
      <div className={classes['tiles']}>
        {Array.from({ length: 8 }, (_unused, tile) => (
          <Skeleton key={tile} height="11rem" />
        ))}
      </div>
    </div>
  )
}

interface UnitNotFoundProps {
  dataId: string
}

export function UnitNotFound({ dataId }: UnitNotFoundProps) {
  return (
    <Stack className={classes['note'] ?? ''}>
      <Title order={1} size="h3">
        Device not found
      </Title>
      <Text c="dimmed">
        There is no unit {dataId}, or it belongs to an entity that you cannot see. Its name may be mistyped.
      </Text>
      <Button component={Link} to="/dashboard">
        To all units
      </Button>
    </Stack>
  )
}

interface UnitFailedProps {
  onRetry: () => void
}

export function UnitFailed({ onRetry }: UnitFailedProps) {
  return (
    <Stack role="alert" className={classes['note'] ?? ''}>
      <Title order={1} size="h3">
        Failed to retrieve data.
      </Title>
      <Text c="dimmed">The portal could not be reached, or it could not answer. Check your connection.</Text>
      <Button onClick={onRetry}>Try again</Button>
    </Stack>
  )
}
