import { getUnsubscription, unsubscribeByLink } from '@fieldwatch/contract/delivery/unsubscribing'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { useAction } from '#platform/api/use-action.ts'
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
        <Stack>
          <FailureNote text={t('sign-in.unsubscribe.invalid.help')} />
          <ToSettings />
        </Stack>
      </SignInFrame>
    )
  }
  if (data?.kind === 'report') return <ReportQuestion link={link} name={data.reportName} />
  if (data?.alertName === null) {
    return (
      <SignInFrame title={t('sign-in.unsubscribe.alert.gone')} lead={t('sign-in.unsubscribe.alert.gone.lead')}>
        <ToSettings />
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
  return <Question link={link} alertName={data.alertName} subscribed={data.subscribed} />
}

interface QuestionProps {
  link: string
  alertName: string
  subscribed: boolean
}

function useEnd(link: string) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: () => api.call(unsubscribeByLink, { params: { link } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['unsubscription', link] }),
  })
}

/** Without a name the person does not get it, or it was removed. */
function ReportQuestion({ link, name }: { link: string; name: string | null }) {
  const end = useEnd(link)
  if (name === null) {
    return (
      <SignInFrame title={t('sign-in.unsubscribe.report.gone')} lead={t('sign-in.unsubscribe.report.gone.lead')}>
        <ToSettings tab="reports" />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('sign-in.unsubscribe.report')} lead={t('sign-in.unsubscribe.report.name', { name })}>
      <Stack>
        <Text>{t('sign-in.unsubscribe.report.help')}</Text>
        {end.isError ? <FailureNote text={end.error.message} advice={t('sign-in.try-again')} /> : undefined}
        <Button loading={end.isPending} onClick={() => end.mutate()}>
          {t('sign-in.unsubscribe.submit')}
        </Button>
      </Stack>
    </SignInFrame>
  )
}

function Question({ link, alertName, subscribed }: QuestionProps) {
  const end = useEnd(link)
  if (!subscribed) {
    return (
      <SignInFrame
        title={t('sign-in.unsubscribe.alert.done')}
        lead={t('sign-in.unsubscribe.alert.name', { name: alertName })}
      >
        <Stack>
          <SuccessNote text={t('sign-in.unsubscribe.alert.done.help')} />
          <Text>{t('sign-in.unsubscribe.alert.again')}</Text>
          <ToSettings />
        </Stack>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('sign-in.unsubscribe.alert')} lead={t('sign-in.unsubscribe.alert.name', { name: alertName })}>
      <Stack>
        <Text>{t('sign-in.unsubscribe.alert.help')}</Text>
        {end.isError ? <FailureNote text={end.error.message} advice={t('sign-in.try-again')} /> : undefined}
        <Button loading={end.isPending} onClick={() => end.mutate()}>
          {t('sign-in.unsubscribe.submit')}
        </Button>
      </Stack>
    </SignInFrame>
  )
}

function ToSettings({ tab = 'alerts' }: { tab?: 'alerts' | 'reports' }) {
  return (
    <ButtonLink to="/settings" search={{ tab }} variant="default">
      {t('sign-in.open-settings')}
    </ButtonLink>
  )
}
