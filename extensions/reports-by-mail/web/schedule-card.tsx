import type { UserId } from '@fieldwatch/contract/api/ids'
import type { ReportSchedule } from '../contract/report-schedules.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { useLeaveReport, useRemoveSchedule, useSendReport, useUpdateSchedule } from './schedule-queries.ts'
import { contentText, recipientsText, rhythmText, stateText } from './schedule-text.ts'
import { PRESS_ONCE } from '@fieldwatch/web/ui/components/press-once.ts'
import { SuccessNote } from '@fieldwatch/web/ui/components/success-note.tsx'
import { SettingCard } from '@fieldwatch/web/features/settings/setting-card.tsx'
import { t } from './texts.ts'

interface ScheduleCardProps {
  schedule: ReportSchedule
  onEdit: () => void
  onLog: () => void
}

type Question = 'remove' | 'leave'

/** One scheduled report: its state, and what the person can do. */
export function ScheduleCard({ schedule, onEdit, onLog }: ScheduleCardProps) {
  const { scheduleID, version, name, deviceName, unitInReach, content, rhythm, active, mine, editable, madeBy } =
    schedule
  const { timeFormat, uid } = useMe()
  const [asked, ask] = useState<Question>()
  const send = useSendReport()
  const update = useUpdateSchedule()
  const remove = useRemoveSchedule()
  const leave = useLeaveReport()
  const close = (): void => ask(undefined)
  const summary = { rhythm: rhythmText(rhythm, timeFormat), recipients: recipientsText(schedule) }

  return (
    <SettingCard
      name={name}
      content={
        unitInReach
          ? t('reports-by-mail.card.content', { content: contentText(content), device: deviceName })
          : contentText(content)
      }
      about={
        madeBy === null
          ? t('reports-by-mail.card.summary', summary)
          : t('reports-by-mail.card.summary-by', { ...summary, creator: madeBy })
      }
      states={[stateText(schedule, timeFormat)]}
      buttons={
        <>
          {editable ? (
            <>
              <Button loading={send.isPending} {...PRESS_ONCE} onClick={() => send.mutate({ scheduleID })}>
                {t('reports-by-mail.send-now')}
              </Button>
              {schedule.awaitsRecipients ? (
                <Button
                  variant="default"
                  loading={update.isPending}
                  {...PRESS_ONCE}
                  onClick={() => update.mutate({ scheduleID, version, recipients: withReader(schedule, uid) })}
                >
                  {t('reports-by-mail.take-over')}
                </Button>
              ) : undefined}
              <Button variant="default" onClick={onEdit}>
                {t('reports-by-mail.edit')}
              </Button>
              <Button
                variant="default"
                loading={update.isPending}
                {...PRESS_ONCE}
                onClick={() => update.mutate({ scheduleID, version, active: !active })}
              >
                {t(active ? 'reports-by-mail.switch-off' : 'reports-by-mail.switch-on')}
              </Button>
            </>
          ) : undefined}
          <Button variant="default" onClick={onLog}>
            {t('reports-by-mail.log')}
          </Button>
          {mine ? (
            <Button variant="default" onClick={() => ask('leave')}>
              {t('reports-by-mail.leave')}
            </Button>
          ) : undefined}
          {editable || !unitInReach ? (
            <Button variant="default" onClick={() => ask('remove')}>
              {t('reports-by-mail.remove')}
            </Button>
          ) : undefined}
        </>
      }
      outcome={
        send.isSuccess ? (
          <SuccessNote text={t('reports-by-mail.sending')} advice={t('reports-by-mail.sending.log')} />
        ) : undefined
      }
      error={send.error ?? update.error ?? remove.error ?? leave.error}
      newer={t('reports-by-mail.conflict')}
      question={
        asked && {
          title: t(`reports-by-mail.${asked}.title`, { name }),
          confirm: t(`reports-by-mail.${asked}`),
          text: t(`reports-by-mail.${asked}.help`),
        }
      }
      busy={remove.isPending || leave.isPending}
      onConfirm={() => (asked === 'remove' ? remove : leave).mutate({ scheduleID }, { onSettled: close })}
      onClose={close}
    />
  )
}

/** Those who get it, and the reader. */
function withReader({ recipients }: ReportSchedule, uid: UserId): UserId[] {
  return [...new Set([...recipients.map((one) => one.uid), uid])]
}
