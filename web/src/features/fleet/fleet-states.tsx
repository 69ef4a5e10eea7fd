import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import classes from './fleet-states.module.css'

/** The list while its units are on their way. */
export function FleetSkeleton() {
  return (
    <div aria-hidden="true" className={classes['rows']}>
      {Array.from({ length: 12 }, (_, row) => (
        <div key={row} className={classes['row']}>
          <Skeleton circle height="var(--fw-unit-ring)" className={classes['ring'] ?? ''} />
          <div className={classes['lines']}>
            <Skeleton height="0.75em" width="55%" />
            <Skeleton height="0.65em" width="30%" />
          </div>
        </div>
      ))}
    </div>
  )
}

interface FleetEmptyProps {
  /** Whether there are units at all, only none that matches. */
  filtered: boolean
  onShowAll: () => void
}

export function FleetEmpty({ filtered, onShowAll }: FleetEmptyProps) {
  return (
    <Stack className={classes['note'] ?? ''}>
      <Text fw={600}>No units found</Text>
      {filtered ? (
        <>
          <Text c="dimmed">No unit matches the search and the filter.</Text>
          <Button variant="default" onClick={onShowAll}>
            Show all units
          </Button>
        </>
      ) : (
        <Text c="dimmed">
          A unit appears here as soon as an admin has added it to the entity that you look at.{' '}
          <Anchor href="/docs/guides/first-unit.html" target="_blank" rel="noopener" underline="always">
            How to connect a first unit
          </Anchor>
        </Text>
      )}
    </Stack>
  )
}
