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

type Open = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly id: WebhookId }

const SECRET_TEXTS = {
  text: 'Each message is signed with this secret. It is shown only now: copy it to the receiver. Slack, Teams and ntfy need none.',
  lost: 'It is shown only now. Without it the receiver cannot tell that a message is ours, and the webhook needs a new one.',
}

/** Where the alerts of an entity are told to programs and rooms. For admins. */
export function WebhooksTab() {
  const me = useMe()
  const entities = entityOptions(me)
  const [entity, setEntity] = useState<EntityId>(me.entity)
  const [open, setOpen] = useState<Open>()
  const [told, setTold] = useState<{ name: string; secret: string }>()
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery(useApi(), entity))
  const close = (): void => setOpen(undefined)
  const tell = (name: string, secret: string): void => {
    close()
    setTold({ name, secret })
  }
  const edited = open?.kind === 'edit' ? webhooks?.find(({ webhookID }) => webhookID === open.id) : undefined
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Webhooks
        </Title>
        <Button
          leftSection={<IconPlus size="1rem" aria-hidden="true" />}
          disabled={(webhooks?.length ?? MOST_WEBHOOKS) >= MOST_WEBHOOKS}
          onClick={() => setOpen({ kind: 'add' })}
        >
          Add webhook
        </Button>
      </Group>
      <Text c="dimmed">
        A webhook sends the alerts of an entity to a program or a chat room, when its people are notified. An entity has
        at most {MOST_WEBHOOKS}.
      </Text>
      {entities.length < 2 ? undefined : (
        <NativeSelect
          label="Entity"
          data={entities}
          value={entity}
          // One of the list.
          onChange={({ currentTarget }) => setEntity(currentTarget.value as EntityId)}
        />
      )}
      {error !== null && webhooks === undefined ? (
        <LoadFailure title="The webhooks cannot be shown" message={error.message} onRetry={() => void refetch()} />
      ) : webhooks === undefined ? (
        <Skeleton height="10rem" />
      ) : webhooks.length === 0 ? (
        <Text>No webhooks yet. Add one to have alerts told in Slack, Teams, ntfy or a system of your own.</Text>
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
      {told === undefined ? undefined : (
        <SecretDialog noun="secret" {...told} {...SECRET_TEXTS} onClose={() => setTold(undefined)} />
      )}
    </Stack>
  )
}
