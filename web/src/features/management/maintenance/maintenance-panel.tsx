import type { MaintenanceWindow } from '@fieldwatch/contract/alerts/alert-history'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatClock, formatDay, formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { SharedButton, SharedNote } from '#shared/units/shared-unit.tsx'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useNow } from '#ui/components/use-now.ts'
import { Panel } from '../panel.tsx'
import { AddWindowDialog } from './add-window-dialog.tsx'
import { maintenanceQuery, useRemoveMaintenance } from './maintenance-queries.ts'
import page from '../management.module.css'
import classes from './maintenance.module.css'
import type { TimeFormat } from '@fieldwatch/contract/people/users'

interface MaintenancePanelProps {
  unit: DataDocument
}

const CLOCK_MS = 10_000

/** When a unit is worked at, and its alerts tell nobody anything. Admins set and end it. */
export function MaintenancePanel({ unit }: MaintenancePanelProps) {
  const isAdmin = useMe().role === 'admin'
  const now = useNow(CLOCK_MS)
  const [adding, add] = useDisclosure(false)
  const { data, error, refetch } = useQuery(maintenanceQuery(useApi(), unit.dataID))
  const windows = data?.filter(({ toUTC }) => Date.parse(toUTC) > now)
  return (
    <Panel
      title="Maintenance"
      tools={
        isAdmin ? (
          <SharedButton unit={unit} variant="default" onClick={add.open}>
            Set a window
          </SharedButton>
        ) : undefined
      }
    >
      <Text c="dimmed">During maintenance, alerts for this unit don’t send notifications.</Text>
      {isAdmin ? <SharedNote unit={unit} /> : undefined}
      {error === null ? undefined : (
        <FailureNote text="Failed to retrieve data." advice={error.message} onRetry={() => void refetch()} />
      )}
      {windows === undefined ? (
        error === null ? (
          <Skeleton height="2.5rem" />
        ) : undefined
      ) : windows.length === 0 ? (
        <Text>No maintenance is going on or planned.</Text>
      ) : (
        <WindowList unit={unit} windows={windows} now={now} mayEnd={isAdmin} />
      )}
      {adding ? <AddWindowDialog unit={unit} onClose={add.close} /> : undefined}
    </Panel>
  )
}

interface WindowListProps extends MaintenancePanelProps {
  windows: readonly MaintenanceWindow[]
  now: number
  mayEnd: boolean
}

function WindowList({ unit, windows, now, mayEnd }: WindowListProps) {
  const { timeFormat } = useMe()
  const [asked, setAsked] = useState<MaintenanceWindow>()
  const remove = useRemoveMaintenance(unit.dataID)
  const isOn = asked !== undefined && Date.parse(asked.fromUTC) <= now
  return (
    <>
      <ul className={page['rows']}>
        {windows.map((window) => {
          const text = windowText(window, now, timeFormat)
          const exact = [window.fromUTC, window.toUTC].map((utc) => formatMoment(Date.parse(utc), timeFormat))
          return (
            <li key={window.maintenanceID} className={page['row']}>
              <div className={classes['window']}>
                <Text fw={600} title={exact.join(' to ')}>
                  {text.when}
                </Text>
                {text.who === undefined ? undefined : (
                  <Text size="sm" c="dimmed">
                    {text.who}
                  </Text>
                )}
                {window.comment === '' ? undefined : <Text size="sm">{window.comment}</Text>}
              </div>
              {mayEnd ? (
                <SharedButton
                  unit={unit}
                  variant="default"
                  aria-label={`${text.end} ${text.when}`}
                  onClick={() => setAsked(window)}
                >
                  {text.end}
                </SharedButton>
              ) : undefined}
            </li>
          )
        })}
      </ul>
      {remove.isError && asked === undefined ? <FormFailure text={remove.error.message} /> : undefined}
      <ConfirmDialog
        opened={asked !== undefined}
        title={isOn ? 'End the maintenance?' : 'Remove the maintenance window?'}
        confirm={isOn ? 'End it' : 'Remove'}
        busy={remove.isPending}
        onConfirm={() => asked && remove.mutate(asked.maintenanceID, { onSettled: () => setAsked(undefined) })}
        onClose={() => setAsked(undefined)}
      >
        {isOn
          ? 'The alerts of the unit tell people again at once, also of what is triggered now.'
          : 'The alerts of the unit tell people in that time as in any other.'}
      </ConfirmDialog>
    </>
  )
}

/** A window in words: when it is, whose it is, and what ends it. */
export function windowText(
  { fromUTC, toUTC, by }: MaintenanceWindow,
  now: number,
  timeFormat: TimeFormat,
): { when: string; who: string | undefined; end: string } {
  const [from, to] = [Date.parse(fromUTC), Date.parse(toUTC)]
  const moment = (at: number): string => `${formatDay(at)}, ${formatClock(at, { timeFormat })}`
  const isSameDay = formatDay(from) === formatDay(to)
  const who = by === null ? undefined : `Set by ${by}`
  if (from <= now) {
    const isToday = formatDay(now) === formatDay(to)
    return { when: `Now, until ${isToday ? formatClock(to, { timeFormat }) : moment(to)}`, who, end: 'End' }
  }
  return { when: `${moment(from)} to ${isSameDay ? formatClock(to, { timeFormat }) : moment(to)}`, who, end: 'Remove' }
}
