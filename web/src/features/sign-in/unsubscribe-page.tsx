import { useApiAction } from '#platform/api/use-action.ts'
import { getUnsubscription, unsubscribeByLink } from '@fieldwatch/contract/delivery/unsubscribing'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { ButtonLink } from '#ui/components/button-link.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { t } from './texts.ts'

/** Where the link in the mail of an alert or a report leads: nothing happens until the button is pressed, as programs that check mails open links too. */
export function UnsubscribePage() {
  const { link } = useParams({ from: '/unsubscribe/$link' })
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['unsubscription', link] as const,
    queryFn: async ({ signal }) => (await api.call(getUnsubscription, { params: { link } }, { signal })).details,
    meta: { public: true },
  })
  if (hasCode(error, 'alert/link-invalid', 'request/invalid')) {
    return (
      <SignInFrame title={t('sign-in.unsubscribe.invalid')} lead={t('sign-in.nothing-changed')}>
        <FailureNote text={t('sign-in.unsubscribe.invalid.help')} />
        <ToSettings />
      </SignInFrame>
    )
  }
  if (data?.kind === 'report') return <ReportQuestion link={link} name={data.reportName} />
  if (data?.alertName === null) {
    return (
      <SignInFrame title={t('sign-in.unsubscribe.alert.gone')} lead={t('sign-in.unsubscribe.alert.gone.lead')}>
        <Group>
          <ToSettings />
        </Group>
      </SignInFrame>
    )
  }
  if (data === undefined) {
    return (
      <SignInFrame title={t('sign-in.unsubscribe.submit')} lead={error === null ? t('sign-in.wait') : error.message}>
        {error === null ? <LoadingSkeleton height="6rem" /> : undefined}
      </SignInFrame>
    )
  }
  return <AlertQuestion link={link} alertName={data.alertName} subscribed={data.subscribed} />
}

/** Without a name the person does not get it, or it was removed. */
function ReportQuestion({ link, name }: { link: string; name: string | null }) {
  if (name === null) {
    return (
      <SignInFrame title={t('sign-in.unsubscribe.report.gone')} lead={t('sign-in.unsubscribe.report.gone.lead')}>
        <Group>
          <ToSettings tab="reports" />
        </Group>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('sign-in.unsubscribe.report')} lead={t('sign-in.unsubscribe.report.name', { name })}>
      <Unsubscribe link={link} help={t('sign-in.unsubscribe.report.help')} />
    </SignInFrame>
  )
}

interface AlertQuestionProps {
  link: string
  alertName: string
  subscribed: boolean
}

function AlertQuestion({ link, alertName, subscribed }: AlertQuestionProps) {
  const lead = t('sign-in.unsubscribe.alert.name', { name: alertName })
  return subscribed ? (
    <SignInFrame title={t('sign-in.unsubscribe.alert')} lead={lead}>
      <Unsubscribe link={link} help={t('sign-in.unsubscribe.alert.help')} />
    </SignInFrame>
  ) : (
    <SignInFrame title={t('sign-in.unsubscribe.alert.done')} lead={lead}>
      <SuccessNote text={t('sign-in.unsubscribe.alert.done.help')} />
      <Text>{t('sign-in.unsubscribe.alert.again')}</Text>
      <ToSettings />
    </SignInFrame>
  )
}

/** Says what the button does, and does it. */
function Unsubscribe({ link, help }: { link: string; help: string }) {
  const end = useApiAction((api) => api.call(unsubscribeByLink, { params: { link } }), {
    once: true,
    rereads: [['unsubscription', link]],
  })
  return (
    <>
      <Text>{help}</Text>
      {end.isError ? <FailureNote text={end.error.message} advice={t('sign-in.try-again')} /> : undefined}
      <Button loading={end.isPending} onClick={() => end.mutate()}>
        {t('sign-in.unsubscribe.submit')}
      </Button>
    </>
  )
}

function ToSettings({ tab = 'alerts' }: { tab?: 'alerts' | 'reports' }) {
  return (
    <ButtonLink to="/settings" search={{ tab }} variant="default">
      {t('sign-in.open-settings')}
    </ButtonLink>
  )
}
