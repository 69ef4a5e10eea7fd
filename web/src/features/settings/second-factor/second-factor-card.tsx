import type { OwnSecondFactor } from '@fieldwatch/contract/people/second-factor'
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import card from '../settings-page.module.css'
import { EnrolDialog } from './enrol-dialog.tsx'
import { Passkeys } from './passkeys.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import classes from './second-factor.module.css'
import { secondFactorQuery, useMakeRecoveryCodes, useRemoveTotp } from './second-factor-queries.ts'

type Open = 'enrol' | 'codes' | 'remove'

/** What the signed-in user signs in with besides the password. */
export function SecondFactorCard() {
  const { data, error, refetch } = useQuery(secondFactorQuery(useApi()))
  return (
    <section aria-label="Second factor and passkeys" className={card['card']}>
      <Title order={3} size="h5" className={card['cardHead'] ?? ''}>
        Second factor and passkeys
      </Title>
      {data !== undefined ? (
        <Factors own={data} />
      ) : error === null ? (
        <Skeleton height="4rem" />
      ) : (
        <LoadFailure title="It cannot be shown" message={error.message} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function Factors({ own }: { own: OwnSecondFactor }) {
  const [open, setOpen] = useState<Open>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const [done, setDone] = useState<string>()
  const close = (): void => setOpen(undefined)
  const isOn = own.totpSinceUTC !== null
  const finish = (text: string, made: readonly string[] = []): void => {
    close()
    setCodes(made)
    setDone(text)
  }
  return (
    <Stack gap="sm">
      {done === undefined ? undefined : <SuccessNote text={done} />}
      {own.required ? (
        <Text size="sm">
          Your entity requires a second factor to sign in with a password, so the last one cannot be removed.
        </Text>
      ) : undefined}
      <AppState own={own} onOpen={setOpen} />
      <Passkeys own={own} onDone={finish} />
      {isOn || own.passkeys.length > 0 ? <CodesState left={own.recoveryCodesLeft} onOpen={setOpen} /> : undefined}
      {open === 'enrol' ? (
        <EnrolDialog
          replaces={isOn}
          onDone={(made) => finish('Signing in asks for a code of your app from now on.', made)}
          onClose={close}
        />
      ) : undefined}
      {open === 'codes' ? (
        <NewCodes withCode={isOn} onDone={(made) => finish('New recovery codes were made.', made)} onClose={close} />
      ) : undefined}
      {open === 'remove' ? (
        <RemoveApp
          hasPasskeys={own.passkeys.length > 0}
          onDone={() => finish('The authenticator app was switched off.')}
          onClose={close}
        />
      ) : undefined}
      {codes.length === 0 ? undefined : <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </Stack>
  )
}

interface StateProps {
  onOpen: (open: Open) => void
}

function AppState({ own: { totpSinceUTC, required, passkeys }, onOpen }: StateProps & { own: OwnSecondFactor }) {
  const { timeFormat } = useMe()
  if (totpSinceUTC === null) {
    return (
      <div className={classes['state']}>
        <div>
          <Text>Authenticator app</Text>
          <Text size="sm" c="dimmed">
            Off. With an app on your phone, signing in asks for a code after the password.
          </Text>
        </div>
        <Button onClick={() => onOpen('enrol')}>Set up an authenticator app</Button>
      </div>
    )
  }
  return (
    <div className={classes['state']}>
      <div>
        <Text>Authenticator app</Text>
        <Text size="sm" c="dimmed">
          On since {formatMoment(Date.parse(totpSinceUTC), timeFormat)}
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={() => onOpen('enrol')}>
          Use another app
        </Button>
        {required && passkeys.length === 0 ? undefined : (
          <Button variant="default" onClick={() => onOpen('remove')}>
            Switch off
          </Button>
        )}
      </Group>
    </div>
  )
}

/** So few recovery codes that it is time for new ones. */
const FEW = 2

function CodesState({ left, onOpen }: StateProps & { left: number }) {
  return (
    <div className={classes['state']}>
      <div>
        <Text>Recovery codes</Text>
        <Text size="sm" {...(left <= FEW ? { fw: 600 } : { c: 'dimmed' })}>
          {left === 0 ? 'None left: make new ones.' : `${left} left${left <= FEW ? ': make new ones.' : '.'}`}
        </Text>
      </div>
      <Button variant="default" onClick={() => onOpen('codes')}>
        Make new ones
      </Button>
    </div>
  )
}

interface ActionProps<Done> {
  onDone: (done: Done) => void
  onClose: () => void
}

function NewCodes({ withCode, onDone, onClose }: ActionProps<readonly string[]> & { withCode: boolean }) {
  const make = useMakeRecoveryCodes()
  return (
    <ProofDialog
      title="Make new recovery codes"
      lead="The codes that you have now stop working."
      submit="Make new ones"
      withCode={withCode}
      busy={make.isPending}
      error={make.error}
      onSubmit={(proof) => make.mutate(proof, { onSuccess: onDone })}
      onClose={onClose}
    />
  )
}

function RemoveApp({ hasPasskeys, onDone, onClose }: ActionProps<void> & { hasPasskeys: boolean }) {
  const remove = useRemoveTotp()
  return (
    <ProofDialog
      title="Switch the authenticator app off"
      lead={
        hasPasskeys
          ? 'After the password, signing in then asks for a passkey or a recovery code.'
          : 'The password is then enough to sign in, and your recovery codes stop working.'
      }
      submit="Switch off"
      withCode
      busy={remove.isPending}
      error={remove.error}
      onSubmit={(proof) => remove.mutate(proof, { onSuccess: () => onDone() })}
      onClose={onClose}
    />
  )
}
