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
import { t } from '#shared/report-schedules/texts.ts'

interface ScheduleCardProps {
  schedule: ReportSchedule
  onEdit: () => void
  onLog: () => void
}

type Question = 'remove' | 'leave'

const ICONS = { good: IconCircleCheck, bad: IconAlertTriangle, off: IconPlayerPause }

/** One scheduled report: its state, and what the person can do. */
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
  const summary = { rhythm: rhythmText(rhythm, timeFormat), recipients: recipientsText(schedule) }

  return (
    <section aria-label={name} className={settings['card']}>
      <Title order={3} size="h5" className={settings['name'] ?? ''}>
        {name}
      </Title>
      <Text size="sm" className={settings['name'] ?? ''}>
        {t('reports.card.content', { content: contentText(content), device: deviceName })}
      </Text>
      <Text size="sm" c="dimmed" className={settings['name'] ?? ''}>
        {madeBy === null
          ? t('reports.card.summary', summary)
          : t('reports.card.summary-by', { ...summary, creator: madeBy })}
      </Text>
      <div className={classes['state']} data-state={state}>
        <Icon aria-hidden="true" />
        <Text size="sm">{text}</Text>
      </div>
      <Group gap="xs">
        {editable ? (
          <>
            <Button loading={send.isPending} {...PRESS_ONCE} onClick={() => send.mutate({ scheduleID })}>
              {t('reports.send-now')}
            </Button>
            <Button variant="default" onClick={onEdit}>
              {t('reports.edit')}
            </Button>
            <Button
              variant="default"
              loading={update.isPending}
              {...PRESS_ONCE}
              onClick={() => update.mutate({ scheduleID, version, active: !active })}
            >
              {t(active ? 'reports.switch-off' : 'reports.switch-on')}
            </Button>
          </>
        ) : undefined}
        <Button variant="default" onClick={onLog}>
          {t('reports.log')}
        </Button>
        {mine ? (
          <Button variant="default" onClick={() => ask('leave')}>
            {t('reports.leave')}
          </Button>
        ) : undefined}
        {editable ? (
          <Button variant="default" onClick={() => ask('remove')}>
            {t('reports.remove')}
          </Button>
        ) : undefined}
      </Group>
      <Stack gap="xs" mt="sm" aria-live="polite">
        {send.isSuccess ? <SuccessNote text={t('reports.sending')} advice={t('reports.sending.log')} /> : undefined}
        {error === null ? undefined : (
          <FormFailure
            text={isConflict(error) ? conflictText(error, timeFormat) : error.message}
            {...(isConflict(error) ? { advice: t('reports.conflict') } : {})}
          />
        )}
      </Stack>
      {asked === undefined ? undefined : (
        <ConfirmDialog
          opened
          title={t(`reports.${asked}.title`, { name })}
          confirm={t(`reports.${asked}`)}
          busy={remove.isPending || leave.isPending}
          onConfirm={() => (asked === 'remove' ? remove : leave).mutate({ scheduleID }, { onSettled: close })}
          onClose={close}
        >
          {t(`reports.${asked}.help`)}
        </ConfirmDialog>
      )}
    </section>
  )
}
