import { Button, Stack, Text, Title } from '@mantine/core'
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '@fieldwatch/web/platform/api/api-error.ts'
import { FormFailure } from '@fieldwatch/web/ui/components/form-failure.tsx'
import { Logo } from '@fieldwatch/web/ui/components/logo.tsx'
import { PasswordField } from '@fieldwatch/web/ui/components/password-field.tsx'
import { Splash } from '@fieldwatch/web/ui/components/splash.tsx'
import classes from './visit.module.css'
import { t } from '../texts.ts'

/**
 * Opens the link, first without a password. The page can't know why a link does not open, so that it says what there is to try and
 * nothing about the link.
 */
export function ClosedLink({ onOpen }: { onOpen: (password: string | undefined) => Promise<void> }) {
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(true)
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string>()

  function open(given: string | undefined): void {
    onOpen(given).catch((error: unknown) => {
      setFailure(failureText(error, given))
      setTried(true)
      setBusy(false)
    })
  }

  const openFirst = useEffectEvent(() => open(undefined))
  useEffect(() => openFirst(), [])

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    open(password === '' ? undefined : password)
  }

  if (!isTried) return <Splash />
  return (
    <main className={classes['closed']}>
      <form onSubmit={submit} className={classes['card']}>
        <Stack gap="sm">
          <Logo />
          <Title order={1} size="h3">
            {t('shares.visit.closed')}
          </Title>
          <Text>{t('shares.visit.closed.help')}</Text>
          <PasswordField
            label={t('shares.visit.password')}
            value={password}
            autoComplete="off"
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          {failure === undefined ? undefined : <FormFailure text={failure} />}
          <Button type="submit" loading={isBusy}>
            {t('shares.visit.open')}
          </Button>
        </Stack>
      </form>
    </main>
  )
}

/** Nothing for the first try, after which the page says by itself what there is to do. */
function failureText(error: unknown, password: string | undefined): string | undefined {
  if (!(error instanceof ApiError)) return t('shares.visit.failed')
  if (error.code !== 'share/closed') return error.message
  return password === undefined ? undefined : t('shares.visit.wrong')
}
