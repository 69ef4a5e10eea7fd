import type { ReportContent, ReportSchedule } from '../contract/report-schedules.ts'
import { isComparedDay } from '@fieldwatch/contract/comparisons/comparison-names'
import { ActionIcon, Tooltip } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Slots, ToolLook } from '@fieldwatch/web/platform/extensions/slots.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { useUnit } from '@fieldwatch/web/shared/units/unit-context.ts'
import { IconMailForward } from '@fieldwatch/web/ui/icons/icons.ts'
import { t } from './texts.ts'

const ScheduleDialog = lazyPart('send-regularly', async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)
const ScheduleMade = lazyPart('send-regularly', async () => (await import('./schedule-made.tsx')).ScheduleMade)

/** Has a chart mailed every day, week or month. */
export function SendChart({ chart, isEmpty, comparison, look }: Slots['chart.tool']) {
  // A mail compares with a period that moves along.
  const compared = comparison === undefined || isComparedDay(comparison) ? {} : { compareWith: comparison }
  return <SendRegularly look={look} isEmpty={isEmpty} content={{ kind: 'chart', chart, ...compared }} name={chart} />
}

/** Has a report of an event table mailed every day, week or month. */
export function SendEvents({ table, report, title, look }: Slots['events.tool']) {
  return <SendRegularly look={look} isEmpty={false} content={{ kind: 'events', event: table, report }} name={title} />
}

interface SendRegularlyProps {
  content: ReportContent
  /** What is sent, such as `per_event`. */
  name: string
  isEmpty: boolean
  look: ToolLook
}

function SendRegularly({ content, name, isEmpty, look: { iconSize, ...look } }: SendRegularlyProps) {
  const icon = iconSize === undefined ? {} : { size: iconSize }
  const { unit } = useUnit()
  const [isOpen, setIsOpen] = useState(false)
  const [made, setMade] = useState<ReportSchedule>()
  const label = t('reports-by-mail.send-name', { name })
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon {...look} disabled={isEmpty} aria-label={label} onClick={() => setIsOpen(true)}>
          <IconMailForward {...icon} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <Suspense>
        {isOpen ? (
          <ScheduleDialog
            dataId={unit.dataID}
            deviceName={unit.friendlyName}
            content={content}
            name={name}
            entities={unit.entities}
            schedule={undefined}
            onSaved={(schedule) => {
              setIsOpen(false)
              setMade(schedule)
            }}
            onClose={() => setIsOpen(false)}
          />
        ) : undefined}
        {made === undefined ? undefined : <ScheduleMade schedule={made} onClose={() => setMade(undefined)} />}
      </Suspense>
    </>
  )
}
