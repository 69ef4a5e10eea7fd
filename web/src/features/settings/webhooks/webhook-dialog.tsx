import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type Webhook, WEBHOOK_KINDS, WebhookDraft, type WebhookKind } from '@fieldwatch/contract/delivery/webhooks'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { ApiError } from '#platform/api/api-error.ts'
import { ChangeFailure } from '#shared/changes/change-failure.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { formErrors } from '#ui/components/form-errors.ts'
import { useCreateWebhook, useUpdateWebhook, webhooksQuery } from './webhook-queries.ts'
import { ADDRESS_EXAMPLES } from './webhook-text.ts'
import { t } from './texts.ts'

interface WebhookDialogProps {
  entity: EntityId
  /** As it was when the dialog was opened; undefined adds one. */
  webhook: Webhook | undefined
  /** A new one has a secret, which is shown once. */
  onSecret: (name: string, secret: string) => void
  onClose: () => void
}

interface Values {
  name: string
  url: string
  kind: WebhookKind
}

/** Where the alerts of an entity are sent. */
export function WebhookDialog({ entity, webhook: opened, onSecret, onClose }: WebhookDialogProps) {
  const api = useApi()
  const client = useQueryClient()
  const create = useCreateWebhook()
  const update = useUpdateWebhook()
  const edit = useChangeForm<Webhook | undefined, Values>({
    thing: opened,
    valuesOf: (webhook) => ({ name: webhook?.name ?? '', url: webhook?.url ?? '', kind: webhook?.kind ?? 'generic' }),
    validate: (values) => formErrors(WebhookDraft.safeParse(values)),
    readNewer: async () => {
      const webhooks = await client.fetchQuery({ ...webhooksQuery(api, entity), staleTime: 0 })
      const found = webhooks.find(({ webhookID }) => webhookID === opened?.webhookID)
      if (found === undefined) throw new Error(t('webhooks.gone'))
      return found
    },
    onNewer: update.reset,
  })
  const { form, base } = edit
  const saving = base === undefined ? create : update
  const error = edit.loadError ?? saving.error
  const onError = (problem: Error): void => {
    if (problem instanceof ApiError) form.setErrors(problem.details.fields ?? {})
  }
  const save = (values: Values): void => {
    if (base === undefined) {
      const onSuccess = ({ secret }: { secret: string | null }): void => onSecret(values.name, secret ?? '')
      create.mutate({ entity, ...values }, { onSuccess, onError })
    } else {
      const { webhookID, version } = base
      update.mutate({ webhookID, version, ...edit.changed(values) }, { onSuccess: onClose, onError })
    }
  }
  const { kind } = form.values
  return (
    <FormDialog
      title={opened === undefined ? t('webhooks.add.title') : t('webhooks.edit.title')}
      submit={opened === undefined ? t('webhooks.add.submit') : t('webhooks.save')}
      busy={saving.isPending}
      disabled={edit.loading}
      failure={
        error === null ? undefined : <ChangeFailure error={error} failure={{ text: error.message }} newer={edit} />
      }
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      <NativeSelect
        label={t('webhooks.kind')}
        data={WEBHOOK_KINDS.map((kind) => ({ value: kind, label: t(`webhooks.kind.${kind}`) }))}
        {...form.getInputProps('kind')}
      />
      <TextInput
        label={t('webhooks.name')}
        placeholder={t('webhooks.name.example')}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('webhooks.address')}
        description={t(`webhooks.address.${kind}`)}
        placeholder={ADDRESS_EXAMPLES[kind]}
        required
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <Text size="xs" c="dimmed">
        {t('webhooks.address.help')}
      </Text>
    </FormDialog>
  )
}
