import type { ReportContent, ReportSchedule } from '@fieldwatch/contract/reports/report-schedules'
import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import { IconMailForward } from '#ui/icons/icons.ts'
import { t } from './texts.ts'

const ScheduleDialog = lazyPart('send-regularly', async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)
const ScheduleMade = lazyPart('send-regularly', async () => (await import('./schedule-made.tsx')).ScheduleMade)

interface SendRegularlyProps extends Pick<ActionIconProps, 'variant' | 'size' | 'color' | 'className' | 'disabled'> {
  content: ReportContent
  /** What is sent, such as `per_event`. */
  name: string
  /** How large the icon is, where it is not as it comes. */
  iconSize?: string
}

/** Has what is shown mailed every day, week or month. */
export function SendRegularly({ content, name, iconSize, ...look }: SendRegularlyProps) {
  const icon = iconSize === undefined ? {} : { size: iconSize }
  const { unit } = useUnit()
  const [isOpen, setIsOpen] = useState(false)
  const [made, setMade] = useState<ReportSchedule>()
  const label = t('reports.send-name', { name })
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon {...look} aria-label={label} onClick={() => setIsOpen(true)}>
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
