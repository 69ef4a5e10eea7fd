import type { NetworkServer } from '@fieldwatch/contract/lorawan/network-servers'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { conflictText, isConflict } from '#shared/changes/conflict.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { useNow } from '#ui/components/use-now.ts'
import { IconAlertTriangle, IconCircleCheck } from '#ui/icons/icons.ts'
import settings from '../settings-page.module.css'
import { useRemoveNetworkServer, useUpdateNetworkServer } from './network-server-queries.ts'
import { brokerState, catchUpState, networkServerState } from './network-server-text.ts'
import classes from './network-servers.module.css'
import { t } from './texts.ts'

interface NetworkServerCardProps {
  server: NetworkServer
  onEdit: () => void
}

const CLOCK_MS = 10_000

/** One network server: how it stands with it, and what can be done. */
export function NetworkServerCard({ server, onEdit }: NetworkServerCardProps) {
  const { networkServerID, version, name, url, kind, application, fPort, active } = server
  const { timeFormat } = useMe()
  const [asked, ask] = useState<'remove' | 'off'>()
  const update = useUpdateNetworkServer()
  const remove = useRemoveNetworkServer()
  const now = useNow(CLOCK_MS)
  const states = [networkServerState(server, now), catchUpState(server, now), brokerState(server, now)].filter(
    (state) => state !== undefined,
  )
  const error = update.error ?? remove.error
  const close = (): void => ask(undefined)
  const about = [t(`network-servers.kind.${kind}`), url, application, t('network-servers.card.port', { port: fPort })]

  function confirm(): void {
    if (asked === 'remove') remove.mutate({ networkServerID }, { onSettled: close })
    else update.mutate({ networkServerID, version, active: false }, { onSettled: close })
  }

  return (
    <section aria-label={name} className={settings['card']}>
      <Title order={3} size="h5" className={settings['name'] ?? ''}>
        {name}
      </Title>
      <Text size="sm" c="dimmed" className={classes['address'] ?? ''}>
        {about.filter((part) => part !== '').join(', ')}
      </Text>
      {states.map(({ state, text }) => (
        <div key={text} className={classes['state']} data-state={state}>
          {state === 'failing' || state === 'off' ? (
            <IconAlertTriangle aria-hidden="true" />
          ) : (
            <IconCircleCheck aria-hidden="true" />
          )}
          <Text size="sm">{text}</Text>
        </div>
      ))}
      <Group gap="xs">
        <Button variant="default" onClick={onEdit}>
          {t('network-servers.edit')}
        </Button>
        <Button
          variant="default"
          loading={update.isPending}
          {...PRESS_ONCE}
          onClick={() => (active ? ask('off') : update.mutate({ networkServerID, version, active: true }))}
        >
          {active ? t('network-servers.off') : t('network-servers.switch-on')}
        </Button>
        <Button variant="default" onClick={() => ask('remove')}>
          {t('network-servers.remove')}
        </Button>
      </Group>
      <Stack gap="xs" mt="sm" aria-live="polite">
        {error === null ? undefined : (
          <FormFailure
            text={isConflict(error) ? conflictText(error, timeFormat) : error.message}
            {...(isConflict(error) ? { advice: t('network-servers.newer') } : {})}
          />
        )}
      </Stack>
      {asked === undefined ? undefined : (
        <ConfirmDialog
          opened
          title={t(`network-servers.${asked}.title`, { name })}
          confirm={t(`network-servers.${asked}`)}
          busy={update.isPending || remove.isPending}
          onConfirm={confirm}
          onClose={close}
        >
          {t(`network-servers.${asked}.text`)}
        </ConfirmDialog>
      )}
    </section>
  )
}
