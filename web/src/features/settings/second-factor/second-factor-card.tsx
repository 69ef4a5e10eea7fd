import { StateLine } from '../state-line.tsx'
import { TabCard } from '../tab-frame.tsx'
import type { OwnSecondFactor } from '@fieldwatch/contract/people/second-factor'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { Loaded } from '#ui/components/loaded.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { EnrolDialog } from './enrol-dialog.tsx'
import { Passkeys } from './passkeys.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { secondFactorQuery, useMakeRecoveryCodes, useRemoveTotp } from './second-factor-queries.ts'
import { t } from './texts.ts'

type Open = 'enrol' | 'codes' | 'remove'

/** What the signed-in user signs in with besides the password. */
export function SecondFactorCard() {
  const query = useQuery(secondFactorQuery(useApi()))
  return (
    <TabCard title={t('second-factor.title')}>
      <Loaded query={query} failed={t('second-factor.failed')} height="4rem">
        {(data) => <Factors own={data} />}
      </Loaded>
    </TabCard>
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
      {own.required ? <Text size="sm">{t('second-factor.last')}</Text> : undefined}
      <AppState own={own} onOpen={setOpen} />
      <Passkeys own={own} onDone={finish} />
      {isOn || own.passkeys.length > 0 ? <CodesState left={own.recoveryCodesLeft} onOpen={setOpen} /> : undefined}
      {open === 'enrol' ? (
        <EnrolDialog replaces={isOn} onDone={(made) => finish(t('second-factor.app.done'), made)} onClose={close} />
      ) : undefined}
      {open === 'codes' ? (
        <NewCodes withCode={isOn} onDone={(made) => finish(t('second-factor.codes.made'), made)} onClose={close} />
      ) : undefined}
      {open === 'remove' ? (
        <RemoveApp
          hasPasskeys={own.passkeys.length > 0}
          onDone={() => finish(t('second-factor.app.removed'))}
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
      <StateLine title={t('second-factor.app')} text={t('second-factor.app.off')}>
        <Button onClick={() => onOpen('enrol')}>{t('second-factor.app.set-up')}</Button>
      </StateLine>
    )
  }
  const since = formatMoment(Date.parse(totpSinceUTC), timeFormat)
  return (
    <StateLine title={t('second-factor.app')} text={t('second-factor.app.since', { since })}>
      <Group gap="xs">
        <Button variant="default" onClick={() => onOpen('enrol')}>
          {t('second-factor.app.other')}
        </Button>
        {required && passkeys.length === 0 ? undefined : (
          <Button variant="default" onClick={() => onOpen('remove')}>
            {t('second-factor.app.remove')}
          </Button>
        )}
      </Group>
    </StateLine>
  )
}

/** So few recovery codes that it is time for new ones. */
const FEW = 2

function CodesState({ left, onOpen }: StateProps & { left: number }) {
  return (
    <StateLine title={t('second-factor.codes')} text={codesLeftText(left)} urgent={left <= FEW}>
      <Button variant="default" onClick={() => onOpen('codes')}>
        {t('second-factor.codes.make')}
      </Button>
    </StateLine>
  )
}

interface ActionProps<Done> {
  onDone: (done: Done) => void
  onClose: () => void
}

function codesLeftText(count: number): string {
  if (count === 0) return t('second-factor.codes.left.none')
  return t(count <= FEW ? 'second-factor.codes.left.few' : 'second-factor.codes.left', { count })
}

function NewCodes({ withCode, onDone, onClose }: ActionProps<readonly string[]> & { withCode: boolean }) {
  const make = useMakeRecoveryCodes()
  return (
    <ProofDialog
      title={t('second-factor.codes.make.title')}
      lead={t('second-factor.codes.make.lead')}
      submit={t('second-factor.codes.make')}
      withCode={withCode}
      action={make}
      onSubmit={(proof) => make.mutate(proof, { onSuccess: onDone })}
      onClose={onClose}
    />
  )
}

function RemoveApp({ hasPasskeys, onDone, onClose }: ActionProps<void> & { hasPasskeys: boolean }) {
  const remove = useRemoveTotp()
  return (
    <ProofDialog
      title={t('second-factor.app.remove.title')}
      lead={hasPasskeys ? t('second-factor.app.remove.lead.passkeys') : t('second-factor.app.remove.lead')}
      submit={t('second-factor.app.remove')}
      withCode
      action={remove}
      onSubmit={(proof) => remove.mutate(proof, { onSuccess: () => onDone() })}
      onClose={onClose}
    />
  )
}
