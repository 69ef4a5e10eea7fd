import type { EntityId } from '@fieldwatch/contract/api/ids'
import { MOST_NETWORK_SERVERS, type NetworkServerId } from '../contract/network-servers.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { Loaded } from '@fieldwatch/web/ui/components/loaded.tsx'
import { EntityTab } from '@fieldwatch/web/features/settings/entity-tab.tsx'
import { NetworkServerCard } from './network-server-card.tsx'
import { NetworkServerDialog } from './network-server-dialog.tsx'
import { networkServersQuery } from './network-server-queries.ts'
import { t } from './texts.ts'

type Open = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly id: NetworkServerId }

/** The LoRaWAN network servers to which requests to units go. For admins. */
export function NetworkServersTab() {
  const me = useMe()
  const [entity, setEntity] = useState<EntityId>(me.entity)
  const [open, setOpen] = useState<Open>()
  const query = useQuery(networkServersQuery(useApi(), entity))
  const { data: servers } = query
  const edited = open?.kind === 'edit' ? servers?.find(({ networkServerID }) => networkServerID === open.id) : undefined
  return (
    <EntityTab
      title={t('lorawan.server.title')}
      help={t('lorawan.server.help', { most: MOST_NETWORK_SERVERS })}
      add={t('lorawan.server.add')}
      isFull={(servers?.length ?? MOST_NETWORK_SERVERS) >= MOST_NETWORK_SERVERS}
      onAdd={() => setOpen({ kind: 'add' })}
      entityLabel={t('lorawan.server.entity')}
      entity={entity}
      onEntity={setEntity}
    >
      <Loaded query={query} failed={t('lorawan.server.failed')} height="10rem">
        {(all) =>
          all.length === 0 ? (
            <Text>{t('lorawan.server.none')}</Text>
          ) : (
            all.map((server) => (
              <NetworkServerCard
                key={server.networkServerID}
                server={server}
                onEdit={() => setOpen({ kind: 'edit', id: server.networkServerID })}
              />
            ))
          )
        }
      </Loaded>
      {open?.kind === 'add' || edited !== undefined ? (
        <NetworkServerDialog
          key={edited?.networkServerID ?? 'new'}
          entity={entity}
          server={edited}
          onClose={() => setOpen(undefined)}
        />
      ) : undefined}
    </EntityTab>
  )
}
