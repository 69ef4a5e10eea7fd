import type { ReactNode } from 'react'
import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import classes from './fleet-states.module.css'
import { t } from './texts.ts'

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
  mayAdd: boolean
  onShowAll: () => void
}

export function FleetEmpty({ filtered, mayAdd, onShowAll }: FleetEmptyProps) {
  return (
    <Stack className={classes['note'] ?? ''}>
      <Text fw={600}>{t('fleet.none')}</Text>
      {filtered ? (
        <>
          <Text c="dimmed">{t('fleet.none.filtered')}</Text>
          <Button variant="default" onClick={onShowAll}>
            {t('fleet.none.show-all')}
          </Button>
        </>
      ) : (
        <Text c="dimmed">{t.rich(mayAdd ? 'fleet.empty.admin' : 'fleet.empty', { guide })}</Text>
      )}
    </Stack>
  )
}

function guide(words: ReactNode) {
  return (
    <Anchor key="guide" href="/docs/guides/first-unit.html" target="_blank" rel="noopener" underline="always">
      {words}
    </Anchor>
  )
}
