import type { MaintenanceWindow } from '@fieldwatch/contract/alerts/alert-history'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatClock, formatDay, formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { SharedButton, SharedNote } from '#shared/units/shared-unit.tsx'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useNow } from '#ui/components/use-now.ts'
import { Panel, PanelData } from '../panel.tsx'
import { AddWindowDialog } from './add-window-dialog.tsx'
import { maintenanceQuery, useRemoveMaintenance } from './maintenance-queries.ts'
import page from '../management.module.css'
import classes from './maintenance.module.css'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

interface MaintenancePanelProps {
  unit: DataDocument
}

const CLOCK_MS = 10_000

/** The maintenance windows of a unit, during which its alerts are muted. Admins set and end them. */
export function MaintenancePanel({ unit }: MaintenancePanelProps) {
  const isAdmin = useMe().role === 'admin'
  const now = useNow(CLOCK_MS)
  const [adding, add] = useDisclosure(false)
  const query = useQuery(maintenanceQuery(useApi(), unit.dataID))
  const windows = query.data?.filter(({ toUTC }) => Date.parse(toUTC) > now)
  return (
    <Panel
      title={t('maintenance.title')}
      tools={
        isAdmin ? (
          <SharedButton unit={unit} variant="default" onClick={add.open}>
            {t('maintenance.set.open')}
          </SharedButton>
        ) : undefined
      }
    >
      <Text c="dimmed">{t('maintenance.help')}</Text>
      {isAdmin ? <SharedNote unit={unit} /> : undefined}
      <PanelData query={{ ...query, data: windows }} failed={t('maintenance.failed')} height="2.5rem">
        {(all) =>
          all.length === 0 ? (
            <Text>{t('maintenance.none')}</Text>
          ) : (
            <WindowList unit={unit} windows={all} now={now} mayEnd={isAdmin} />
          )
        }
      </PanelData>
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
          const [from, to] = [window.fromUTC, window.toUTC].map((utc) => formatMoment(Date.parse(utc), timeFormat))
          return (
            <li key={window.maintenanceID} className={page['row']}>
              <div className={classes['window']}>
                <Text fw={600} title={t('maintenance.span', { from: from ?? '', to: to ?? '' })}>
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
                  aria-label={t('maintenance.end.which', { action: text.end, when: text.when })}
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
        title={isOn ? t('maintenance.end.title') : t('maintenance.remove.title')}
        confirm={isOn ? t('maintenance.end.confirm') : t('maintenance.remove')}
        busy={remove.isPending}
        onConfirm={() => asked && remove.mutate(asked.maintenanceID, { onSettled: () => setAsked(undefined) })}
        onClose={() => setAsked(undefined)}
      >
        {isOn ? t('maintenance.end.help') : t('maintenance.remove.help')}
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
  const who = by === null ? undefined : t('maintenance.by', { by })
  if (from <= now) {
    const isToday = formatDay(now) === formatDay(to)
    return {
      when: t('maintenance.now-until', { to: isToday ? formatClock(to, { timeFormat }) : moment(to) }),
      who,
      end: t('maintenance.end'),
    }
  }
  return {
    when: t('maintenance.span', { from: moment(from), to: isSameDay ? formatClock(to, { timeFormat }) : moment(to) }),
    who,
    end: t('maintenance.remove'),
  }
}
