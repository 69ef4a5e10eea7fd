import type { EntityId } from '@fieldwatch/contract/api/ids'
import { MOST_NETWORK_SERVERS, type NetworkServerId } from '@fieldwatch/contract/lorawan/network-servers'
import { Button, Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { IconPlus } from '#ui/icons/icons.ts'
import { entityOptions } from '../people/entity-options.ts'
import { NetworkServerCard } from './network-server-card.tsx'
import { NetworkServerDialog } from './network-server-dialog.tsx'
import { networkServersQuery } from './network-server-queries.ts'
import { t } from './texts.ts'

type Open = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly id: NetworkServerId }

/** The LoRaWAN network servers to which requests to units go. For admins. */
export function NetworkServersTab() {
  const me = useMe()
  const entities = entityOptions(me)
  const [entity, setEntity] = useState<EntityId>(me.entity)
  const [open, setOpen] = useState<Open>()
  const { data: servers, error, refetch } = useQuery(networkServersQuery(useApi(), entity))
  const edited = open?.kind === 'edit' ? servers?.find(({ networkServerID }) => networkServerID === open.id) : undefined
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('network-servers.title')}
        </Title>
        <Button
          leftSection={<IconPlus size="1rem" aria-hidden="true" />}
          disabled={(servers?.length ?? MOST_NETWORK_SERVERS) >= MOST_NETWORK_SERVERS}
          onClick={() => setOpen({ kind: 'add' })}
        >
          {t('network-servers.add')}
        </Button>
      </Group>
      <Text c="dimmed">{t('network-servers.help', { most: MOST_NETWORK_SERVERS })}</Text>
      {entities.length < 2 ? undefined : (
        <NativeSelect
          label={t('network-servers.entity')}
          data={entities}
          value={entity}
          // One of the list.
          onChange={({ currentTarget }) => setEntity(currentTarget.value as EntityId)}
        />
      )}
      {error !== null && servers === undefined ? (
        <LoadFailure title={t('network-servers.failed')} message={error.message} onRetry={() => void refetch()} />
      ) : servers === undefined ? (
        <Skeleton height="10rem" />
      ) : servers.length === 0 ? (
        <Text>{t('network-servers.none')}</Text>
      ) : (
        servers.map((server) => (
          <NetworkServerCard
            key={server.networkServerID}
            server={server}
            onEdit={() => setOpen({ kind: 'edit', id: server.networkServerID })}
          />
        ))
      )}
      {open?.kind === 'add' || edited !== undefined ? (
        <NetworkServerDialog
          key={edited?.networkServerID ?? 'new'}
          entity={entity}
          server={edited}
          onClose={() => setOpen(undefined)}
        />
      ) : undefined}
    </Stack>
  )
}
