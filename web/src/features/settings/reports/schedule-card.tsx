import type { ReportSchedule } from '@fieldwatch/contract/reports/report-schedules'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { conflictText, isConflict } from '#shared/changes/conflict.ts'
import {
  useLeaveReport,
  useRemoveSchedule,
  useSendReport,
  useUpdateSchedule,
} from '#shared/report-schedules/schedule-queries.ts'
import { contentText, recipientsText, rhythmText, stateText } from '#shared/report-schedules/schedule-text.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause } from '#ui/icons/icons.ts'
import settings from '../settings-page.module.css'
import classes from './reports.module.css'

interface ScheduleCardProps {
  schedule: ReportSchedule
  onEdit: () => void
  onLog: () => void
}

type Question = 'remove' | 'leave'

const QUESTIONS: Readonly<Record<Question, { title: string; confirm: string; text: string }>> = {
  remove: { title: 'Remove', confirm: 'Remove', text: 'It is sent to nobody any more, and its log is removed too.' },
  leave: {
    title: 'Stop getting',
    confirm: 'Stop getting it',
    text: 'Others go on getting it. To get it again, ask whoever looks after it.',
  },
}

const ICONS = { good: IconCircleCheck, bad: IconAlertTriangle, off: IconPlayerPause }

/** One scheduled report: how it stands with it, and what the person can do. */
export function ScheduleCard({ schedule, onEdit, onLog }: ScheduleCardProps) {
  const { scheduleID, version, name, deviceName, content, rhythm, active, mine, editable, madeBy } = schedule
  const { timeFormat } = useMe()
  const [asked, ask] = useState<Question>()
  const send = useSendReport()
  const update = useUpdateSchedule()
  const remove = useRemoveSchedule()
  const leave = useLeaveReport()
  const { state, text } = stateText(schedule, timeFormat)
  const error = send.error ?? update.error ?? remove.error ?? leave.error
  const Icon = ICONS[state]
  const close = (): void => ask(undefined)

  return (
    <section aria-label={name} className={settings['card']}>
      <Title order={3} size="h5" className={settings['name'] ?? ''}>
        {name}
      </Title>
      <Text size="sm" className={settings['name'] ?? ''}>
        {contentText(content)} of {deviceName}
      </Text>
      <Text size="sm" c="dimmed" className={settings['name'] ?? ''}>
        {rhythmText(rhythm, timeFormat)}. {recipientsText(schedule)}
        {madeBy === null ? '' : `, made by ${madeBy}`}
      </Text>
      <div className={classes['state']} data-state={state}>
        <Icon aria-hidden="true" />
        <Text size="sm">{text}</Text>
      </div>
      <Group gap="xs">
        {editable ? (
          <>
            <Button loading={send.isPending} {...PRESS_ONCE} onClick={() => send.mutate(scheduleID)}>
              Send now
            </Button>
            <Button variant="default" onClick={onEdit}>
              Edit
            </Button>
            <Button
              variant="default"
              loading={update.isPending}
              {...PRESS_ONCE}
              onClick={() => update.mutate({ scheduleID, version, active: !active })}
            >
              {active ? 'Switch off' : 'Switch on'}
            </Button>
          </>
        ) : undefined}
        <Button variant="default" onClick={onLog}>
          Log
        </Button>
        {mine ? (
          <Button variant="default" onClick={() => ask('leave')}>
            Stop getting it
          </Button>
        ) : undefined}
        {editable ? (
          <Button variant="default" onClick={() => ask('remove')}>
            Remove
          </Button>
        ) : undefined}
      </Group>
      <Stack gap="xs" mt="sm" aria-live="polite">
        {send.isSuccess ? (
          <SuccessNote text="It is being written." advice="What becomes of it stands in its log." />
        ) : undefined}
        {error === null ? undefined : (
          <FormFailure
            text={isConflict(error) ? conflictText(error, timeFormat) : error.message}
            {...(isConflict(error) ? { advice: 'Nothing was overwritten. What is shown is the newer one.' } : {})}
          />
        )}
      </Stack>
      {asked === undefined ? undefined : (
        <ConfirmDialog
          opened
          title={`${QUESTIONS[asked].title} ${name}?`}
          confirm={QUESTIONS[asked].confirm}
          busy={remove.isPending || leave.isPending}
          onConfirm={() => (asked === 'remove' ? remove : leave).mutate(scheduleID, { onSettled: close })}
          onClose={close}
        >
          {QUESTIONS[asked].text}
        </ConfirmDialog>
      )}
    </section>
  )
}
