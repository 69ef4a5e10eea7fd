import type { NetworkServer } from '../contract/network-servers.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { PRESS_ONCE } from '@fieldwatch/web/ui/components/press-once.ts'
import { useNow } from '@fieldwatch/web/ui/components/use-now.ts'
import { SettingCard } from '@fieldwatch/web/features/settings/setting-card.tsx'
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
  const about = [t(`lorawan.server.kind.${kind}`), url, application, t('lorawan.server.card.port', { port: fPort })]

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
            {t('lorawan.server.edit')}
          </Button>
          <Button
            variant="default"
            loading={update.isPending}
            {...PRESS_ONCE}
            onClick={() => (active ? ask('off') : update.mutate({ networkServerID, version, active: true }))}
          >
            {active ? t('lorawan.server.off') : t('lorawan.server.switch-on')}
          </Button>
          <Button variant="default" onClick={() => ask('remove')}>
            {t('lorawan.server.remove')}
          </Button>
        </>
      }
      error={update.error ?? remove.error}
      newer={t('lorawan.server.newer')}
      question={
        asked && {
          title: t(`lorawan.server.${asked}.title`, { name }),
          confirm: t(`lorawan.server.${asked}`),
          text: t(`lorawan.server.${asked}.text`),
        }
      }
      busy={update.isPending || remove.isPending}
      onConfirm={confirm}
      onClose={close}
    />
  )
}
