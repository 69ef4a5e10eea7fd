import type { ReportSchedule } from '../contract/report-schedules.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { ButtonLink } from '@fieldwatch/web/ui/components/button-link.tsx'
import { Dialog, useCloseDialog } from '@fieldwatch/web/ui/components/dialog.tsx'
import { FailureNote } from '@fieldwatch/web/ui/components/failure-note.tsx'
import { PRESS_ONCE } from '@fieldwatch/web/ui/components/press-once.ts'
import { SuccessNote } from '@fieldwatch/web/ui/components/success-note.tsx'
import { MailsNote } from './mails-note.tsx'
import { unitSchedulesQuery, useSendReport } from './schedule-queries.ts'
import { t } from './texts.ts'

/** What follows now that a report is sent regularly. */
export function ScheduleMade({ schedule, onClose }: { schedule: ReportSchedule; onClose: () => void }) {
  const { timeFormat } = useMe()
  const send = useSendReport()
  const { data } = useQuery(unitSchedulesQuery(useApi(), schedule.dataID))
  const next = schedule.nextUTC === null ? '' : formatMoment(Date.parse(schedule.nextUTC), timeFormat)
  return (
    <Dialog title={schedule.name} onClose={onClose}>
      <Stack>
        <SuccessNote text={t('reports-by-mail.made')} advice={t('reports-by-mail.made.first', { next })} />
        {data?.mails === false ? <MailsNote /> : undefined}
        {send.isSuccess ? (
          <SuccessNote text={t('reports-by-mail.sending')} advice={t('reports-by-mail.sending.help')} />
        ) : undefined}
        {send.isError ? <FailureNote text={t('reports-by-mail.not-sent')} advice={send.error.message} /> : undefined}
        <Group justify="flex-end" gap="xs">
          <ButtonLink to="/settings" search={{ tab: 'reports' }} variant="default">
            {t('reports-by-mail.all')}
          </ButtonLink>
          {send.isSuccess ? undefined : (
            <Button
              variant="default"
              loading={send.isPending}
              {...PRESS_ONCE}
              onClick={() => send.mutate({ scheduleID: schedule.scheduleID })}
            >
              {t('reports-by-mail.send-one-now')}
            </Button>
          )}
          <Done />
        </Group>
      </Stack>
    </Dialog>
  )
}

function Done() {
  return <Button onClick={useCloseDialog()}>{t('reports-by-mail.done')}</Button>
}
