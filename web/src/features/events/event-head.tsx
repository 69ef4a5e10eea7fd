import type { EventTable } from '@fieldwatch/contract/events/events'
import { parseJourneyComparison } from '@fieldwatch/contract/places/trip-conditions'
import { ActionIcon, Tooltip } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatDuration } from '@fieldwatch/contract/time/duration-text'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { useMayEdit } from '#shared/units/use-may-edit.ts'
import { IconBell, IconPencil, IconRefresh, IconTrash } from '#ui/icons/icons.ts'
import { comparisonText, useUnitPlaces } from './event-places.ts'
import classes from './events.module.css'
import { t } from './texts.ts'

interface EventHeadProps {
  table: EventTable
  /** It was made just now: it comes into sight. */
  isNew: boolean
  refreshing: boolean
  /** The button that shares it. */
  share: ReactNode
  onAlert: () => void
  onRefresh: () => void
  onEdit: () => void
  onRemove: () => void
}

/** What an event table looks for, and its icons. */
export function EventHead({ table, isNew, refreshing, share, onAlert, onRefresh, onEdit, onRemove }: EventHeadProps) {
  const { title, comparison, startDate, maxGapMinutes } = table
  const { timeFormat } = useMe()
  const mayEdit = useMayEdit()
  const places = useUnitPlaces()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isNew) return
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  return (
    <div>
      <div className={classes['head']}>
        <h2 ref={heading} tabIndex={-1} className={classes['title']} title={title}>
          {title}
        </h2>
        {table.state === 'ended' || parseJourneyComparison(comparison) !== undefined ? undefined : (
          <Tool label={t('events.alert', { title })} onClick={onAlert}>
            <IconBell stroke={1.5} aria-hidden />
          </Tool>
        )}
        {share}
        {mayEdit ? (
          <>
            <Tool label={t('events.refresh', { title })} disabled={refreshing} onClick={onRefresh}>
              <IconRefresh stroke={1.5} aria-hidden />
            </Tool>
            <Tool label={t('events.edit', { title })} onClick={onEdit}>
              <IconPencil stroke={1.5} aria-hidden />
            </Tool>
            <Tool label={t('events.delete', { title })} onClick={onRemove}>
              <IconTrash stroke={1.5} aria-hidden />
            </Tool>
          </>
        ) : undefined}
      </div>
      <dl className={classes['facts']}>
        <div className={classes['fact']}>
          <dt>{t('events.field.operation')}</dt>
          <dd>{comparisonText(comparison, places)}</dd>
        </div>
        <div className={classes['fact']}>
          <dt>{t('events.fact.start')}</dt>
          <dd>{formatMoment(Date.parse(startDate), timeFormat)}</dd>
        </div>
        <div className={classes['fact']}>
          <dt>{t('events.fact.gap')}</dt>
          <dd>{t('events.fact.gap.duration', { duration: formatDuration(maxGapMinutes * 60_000) })}</dd>
        </div>
      </dl>
    </div>
  )
}

interface ToolProps {
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ label, disabled = false, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="var(--fw-control)"
        aria-label={label}
        disabled={disabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
