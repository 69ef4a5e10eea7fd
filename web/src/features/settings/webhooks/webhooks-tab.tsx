import type { EntityId } from '@fieldwatch/contract/api/ids'
import { MOST_WEBHOOKS, type WebhookId } from '@fieldwatch/contract/delivery/webhooks'
import { Button, Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { IconPlus } from '#ui/icons/icons.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { entityOptions } from '../people/entity-options.ts'
import { SecretDialog } from '../secret-dialog.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { webhooksQuery } from './webhook-queries.ts'
import { t } from './texts.ts'

type Open = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly id: WebhookId }

/** The programs and rooms to which the alerts of an entity are sent. For admins. */
export function WebhooksTab() {
  const me = useMe()
  const entities = entityOptions(me)
  const [entity, setEntity] = useState<EntityId>(me.entity)
  const [open, setOpen] = useState<Open>()
  const [created, setCreated] = useState<{ name: string; secret: string }>()
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery(useApi(), entity))
  const close = (): void => setOpen(undefined)
  const tell = (name: string, secret: string): void => {
    close()
    setCreated({ name, secret })
  }
  const edited = open?.kind === 'edit' ? webhooks?.find(({ webhookID }) => webhookID === open.id) : undefined
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('webhooks.title')}
        </Title>
        <Button
          leftSection={<IconPlus size="1rem" aria-hidden="true" />}
          disabled={(webhooks?.length ?? MOST_WEBHOOKS) >= MOST_WEBHOOKS}
          onClick={() => setOpen({ kind: 'add' })}
        >
          {t('webhooks.add')}
        </Button>
      </Group>
      <Text c="dimmed">{t('webhooks.help', { most: MOST_WEBHOOKS })}</Text>
      {entities.length < 2 ? undefined : (
        <NativeSelect
          label={t('webhooks.entity')}
          data={entities}
          value={entity}
          // One of the list.
          onChange={({ currentTarget }) => setEntity(currentTarget.value as EntityId)}
        />
      )}
      {error !== null && webhooks === undefined ? (
        <LoadFailure title={t('webhooks.failed')} message={error.message} onRetry={() => void refetch()} />
      ) : webhooks === undefined ? (
        <Skeleton height="10rem" />
      ) : webhooks.length === 0 ? (
        <Text>{t('webhooks.none')}</Text>
      ) : (
        webhooks.map((webhook) => (
          <WebhookCard
            key={webhook.webhookID}
            webhook={webhook}
            onEdit={() => setOpen({ kind: 'edit', id: webhook.webhookID })}
            onSecret={tell}
          />
        ))
      )}
      {open?.kind === 'add' || edited !== undefined ? (
        <WebhookDialog
          key={edited?.webhookID ?? 'new'}
          entity={entity}
          webhook={edited}
          onSecret={tell}
          onClose={close}
        />
      ) : undefined}
      {created === undefined ? undefined : (
        <SecretDialog
          noun="secret"
          {...created}
          text={t('webhooks.secret')}
          lost={t('webhooks.secret.lost')}
          onClose={() => setCreated(undefined)}
        />
      )}
    </Stack>
  )
}
