import type { EntityId } from '@fieldwatch/contract/api/ids'
import { MOST_WEBHOOKS, type WebhookId } from '../contract/webhooks.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { Loaded } from '@fieldwatch/web/ui/components/loaded.tsx'
import { EntityTab } from '@fieldwatch/web/features/settings/entity-tab.tsx'
import { SecretDialog } from '@fieldwatch/web/features/settings/secret-dialog.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { webhooksQuery } from './webhook-queries.ts'
import { t } from './texts.ts'

type Open = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly id: WebhookId }

/** The programs and rooms to which the alerts of an entity are sent. For admins. */
export function WebhooksTab() {
  const me = useMe()
  const [entity, setEntity] = useState<EntityId>(me.entity)
  const [open, setOpen] = useState<Open>()
  const [created, setCreated] = useState<{ name: string; secret: string }>()
  const query = useQuery(webhooksQuery(useApi(), entity))
  const { data: webhooks } = query
  const close = (): void => setOpen(undefined)
  const tell = (name: string, secret: string): void => {
    close()
    setCreated({ name, secret })
  }
  const edited = open?.kind === 'edit' ? webhooks?.find(({ webhookID }) => webhookID === open.id) : undefined
  return (
    <EntityTab
      title={t('webhooks.title')}
      help={t('webhooks.help', { most: MOST_WEBHOOKS })}
      add={t('webhooks.add')}
      isFull={(webhooks?.length ?? MOST_WEBHOOKS) >= MOST_WEBHOOKS}
      onAdd={() => setOpen({ kind: 'add' })}
      entityLabel={t('webhooks.entity')}
      entity={entity}
      onEntity={setEntity}
    >
      <Loaded query={query} failed={t('webhooks.failed')} height="10rem">
        {(all) =>
          all.length === 0 ? (
            <Text>{t('webhooks.none')}</Text>
          ) : (
            all.map((webhook) => (
              <WebhookCard
                key={webhook.webhookID}
                webhook={webhook}
                onEdit={() => setOpen({ kind: 'edit', id: webhook.webhookID })}
                onSecret={tell}
              />
            ))
          )
        }
      </Loaded>
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
    </EntityTab>
  )
}
