import type { NetworkServer } from '@fieldwatch/contract/lorawan/network-servers'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { useNow } from '#ui/components/use-now.ts'
import { SettingCard } from '../setting-card.tsx'
import { useRemoveNetworkServer, useUpdateNetworkServer } from './network-server-queries.ts'
import { brokerState, catchUpState, networkServerState } from './network-server-text.ts'
import { t } from './texts.ts'

interface NetworkServerCardProps {
  server: NetworkServer
  onEdit: () => void
}

const CLOCK_MS = 10_000

/** One network server: how it works, and what can be done. */
export function NetworkServerCard({ server, onEdit }: NetworkServerCardProps) {
  const { networkServerID, version, name, url, kind, application, fPort, active } = server
  const [asked, ask] = useState<'remove' | 'off'>()
  const update = useUpdateNetworkServer()
  const remove = useRemoveNetworkServer()
  const now = useNow(CLOCK_MS)
  const close = (): void => ask(undefined)
  const about = [t(`network-servers.kind.${kind}`), url, application, t('network-servers.card.port', { port: fPort })]

  function confirm(): void {
    if (asked === 'remove') remove.mutate({ networkServerID }, { onSettled: close })
    else update.mutate({ networkServerID, version, active: false }, { onSettled: close })
  }

  return (
    <SettingCard
      name={name}
      about={about.filter((part) => part !== '').join(', ')}
      states={[networkServerState(server, now), catchUpState(server, now), brokerState(server, now)]}
      buttons={
        <>
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
        </>
      }
      error={update.error ?? remove.error}
      newer={t('network-servers.newer')}
      question={
        asked && {
          title: t(`network-servers.${asked}.title`, { name }),
          confirm: t(`network-servers.${asked}`),
          text: t(`network-servers.${asked}.text`),
        }
      }
      busy={update.isPending || remove.isPending}
      onConfirm={confirm}
      onClose={close}
    />
  )
}
