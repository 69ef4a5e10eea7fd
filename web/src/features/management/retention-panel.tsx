import { keepsSummariesLonger, type Retention } from '@fieldwatch/contract/retention'
import { Button, NumberInput, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#api/api-context.tsx'
import { FailureNote } from '#components/failure-note.tsx'
import { useMe } from '#session/me-queries.ts'
import { retentionQuery, useSetRetention } from './management-queries.ts'
import { Panel } from './panel.tsx'
import classes from './management.module.css'

interface RetentionPanelProps {
  dataId: string
}

/** How long the entities of a unit and its sources keep records and summaries. */
export function RetentionPanel({ dataId }: RetentionPanelProps) {
  const { entityData } = useMe()
  const { data, error } = useQuery(retentionQuery(useApi(), dataId))
  const set = useSetRetention(dataId)
  return (
    <Panel wide title="How long data is kept">
      <Text c="dimmed">
        Days that records are kept, and the summaries that charts over wide ranges are drawn from. A source without
        numbers keeps as its entity does, an entity without numbers as the portal does. What is over age is removed for
        good.
      </Text>
      {error === null ? undefined : <FailureNote text="Failed to retrieve data." advice={error.message} />}
      {set.isError ? <FailureNote text={set.error.message} /> : undefined}
      {data === undefined ? (
        error === null ? (
          <Skeleton height="8rem" />
        ) : undefined
      ) : (
        <ul className={classes['rows']}>
          {data.entities.map(({ entityID, ...days }) => (
            <RetentionRow
              key={entityID}
              name={`Entity ${entityData[entityID]?.name ?? entityID}`}
              days={days}
              otherwise={data.portal}
              busy={set.isPending}
              onSave={(wanted) => set.mutate({ entityID, ...wanted })}
            />
          ))}
          {data.sources.map(({ source, effective, ...days }) => (
            <RetentionRow
              key={`source ${source}`}
              name={source}
              days={days}
              otherwise={effective}
              busy={set.isPending}
              readOnly={!data.mayChangeSources}
              onSave={(wanted) => set.mutate({ dataID: dataId, source, ...wanted })}
            />
          ))}
        </ul>
      )}
      {data?.mayChangeSources === false ? (
        <Text c="dimmed">
          This unit belongs to an entity out of your reach too, so the numbers of its sources are not yours alone to
          choose.
        </Text>
      ) : undefined}
    </Panel>
  )
}

interface RetentionRowProps {
  name: string
  days: Retention
  /** What counts without a number. */
  otherwise: { rawDays: number | null; summaryDays: number | null }
  busy: boolean
  readOnly?: boolean
  onSave: (days: Retention) => void
}

function RetentionRow({ name, days, otherwise, busy, readOnly = false, onSave }: RetentionRowProps) {
  const [rawDays, setRawDays] = useState(days.rawDays)
  const [summaryDays, setSummaryDays] = useState(days.summaryDays)
  const wanted = { rawDays, summaryDays }
  const changed = rawDays !== days.rawDays || summaryDays !== days.summaryDays
  const valid = keepsSummariesLonger(wanted)
  return (
    <li className={classes['row']}>
      <span className={classes['name']}>{name}</span>
      <DaysInput
        name={name}
        what="Records"
        value={rawDays}
        otherwise={otherwise.rawDays}
        readOnly={readOnly}
        onChange={setRawDays}
      />
      <DaysInput
        name={name}
        what="Summaries"
        value={summaryDays}
        otherwise={otherwise.summaryDays}
        readOnly={readOnly}
        onChange={setSummaryDays}
      />
      <Button
        variant="default"
        disabled={!changed || !valid || busy}
        aria-label={`Save ${name}`}
        onClick={() => onSave(wanted)}
      >
        Save
      </Button>
      {valid ? undefined : (
        <Text role="alert" c="var(--mantine-color-error)">
          Summaries are kept at least as long as the records.
        </Text>
      )}
    </li>
  )
}

interface DaysInputProps {
  name: string
  what: string
  value: number | null
  otherwise: number | null
  readOnly: boolean
  onChange: (days: number | null) => void
}

function DaysInput({ name, what, value, otherwise, readOnly, onChange }: DaysInputProps) {
  return (
    <NumberInput
      className={classes['days'] ?? ''}
      label={
        <>
          {what} <VisuallyHidden>of {name}, in days</VisuallyHidden>
        </>
      }
      placeholder={otherwise === null ? 'for ever' : `${otherwise} days`}
      min={1}
      max={36_500}
      allowDecimal={false}
      allowNegative={false}
      readOnly={readOnly}
      value={value ?? ''}
      onChange={(days) => onChange(typeof days === 'number' ? days : null)}
    />
  )
}
