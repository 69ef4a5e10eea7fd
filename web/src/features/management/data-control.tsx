import type { DataDocument } from '@fieldwatch/contract/units'
import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#api/api-context.tsx'
import { FailureNote } from '#components/failure-note.tsx'
import { collectionStates, withPaused } from './collection-states.ts'
import { collectionsQuery, usePauseData } from './management-queries.ts'
import { Panel } from './panel.tsx'
import classes from './management.module.css'

interface DataControlProps {
  unit: DataDocument
}

/** Each data collection, Running or Paused. */
export function DataControl({ unit }: DataControlProps) {
  const { data: collections, error } = useQuery(collectionsQuery(useApi(), unit.dataID))
  const pause = usePauseData(unit.dataID)
  const names = collections?.map(({ name }) => name)
  const states = names === undefined ? undefined : collectionStates(names, unit.pausedData)
  return (
    <Panel title="Data Control">
      <Text c="dimmed">Records of a paused collection are acknowledged and counted, and not stored.</Text>
      {error === null ? undefined : <FailureNote text="Failed to retrieve data." advice={error.message} />}
      {pause.isError ? <FailureNote text={pause.error.message} /> : undefined}
      {states === undefined && error === null ? <Skeleton height="8rem" /> : undefined}
      {states?.length === 0 ? <Text>No data yet. A collection appears here with its first record.</Text> : undefined}
      <ul className={classes['rows']}>
        {states?.map((state) => (
          <li key={state.name} className={classes['row']}>
            <span className={classes['name']}>{state.name}</span>
            <span className={classes['state']} data-paused={state.paused}>
              {state.paused ? 'Paused' : 'Running'}
            </span>
            <Button
              variant="default"
              size="xs"
              aria-label={`${state.paused ? 'Resume' : 'Pause'} ${state.name}`}
              disabled={pause.isPending}
              onClick={() => pause.mutate(withPaused(unit.pausedData, { ...state, paused: !state.paused }))}
            >
              {state.paused ? 'Resume' : 'Pause'}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
