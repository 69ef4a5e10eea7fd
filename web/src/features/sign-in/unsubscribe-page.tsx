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
      <SignInFrame title="This link is not whole" lead="Nothing was changed.">
        <Stack>
          <FailureNote text="Open the link from the mail again, or sign in and unsubscribe in Settings." />
          <ToSettings />
        </Stack>
      </SignInFrame>
    )
  }
  if (data?.kind === 'report') return <ReportQuestion link={link} name={data.reportName} />
  if (data?.alertName === null) {
    return (
      <SignInFrame title="You get no messages of this alert" lead="It was removed, or is no longer shared with you.">
        <ToSettings />
      </SignInFrame>
    )
  }
  if (data === undefined) {
    return (
      <SignInFrame title="Get no more messages?" lead={error === null ? 'One moment...' : error.message}>
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
      <SignInFrame title="You get this report no more" lead="To get it again, ask whoever looks after it.">
        <ToSettings tab="reports" />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Get this report no more?" lead={`Report: ${name}`}>
      <Stack>
        <Text>It is not mailed to you any more. Other people go on getting it.</Text>
        {end.isError ? <FailureNote text={end.error.message} advice="Nothing was changed. Try again." /> : undefined}
        <Button loading={end.isPending} onClick={() => end.mutate()}>
          Unsubscribe
        </Button>
      </Stack>
    </SignInFrame>
  )
}

function Question({ link, alertName, subscribed }: QuestionProps) {
  const end = useEnd(link)
  if (!subscribed) {
    return (
      <SignInFrame title="You get no more messages" lead={`Alert: ${alertName}`}>
        <Stack>
          <SuccessNote text="Nothing more is sent to you about this alert, by mail or SMS." />
          <Text>To get its messages again, sign in and subscribe again in Settings, under Alerts.</Text>
          <ToSettings />
        </Stack>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Get no more messages?" lead={`Alert: ${alertName}`}>
      <Stack>
        <Text>
          Nothing more is sent to you about this alert, by mail or SMS. Other people and other alerts stay as they are.
        </Text>
        {end.isError ? <FailureNote text={end.error.message} advice="Nothing was changed. Try again." /> : undefined}
        <Button loading={end.isPending} onClick={() => end.mutate()}>
          Unsubscribe
        </Button>
      </Stack>
    </SignInFrame>
  )
}

function ToSettings({ tab = 'alerts' }: { tab?: 'alerts' | 'reports' }) {
  return (
    <ButtonLink to="/settings" search={{ tab }} variant="default">
      Open Settings
    </ButtonLink>
  )
}
