import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type Webhook, WebhookDraft, WebhookKind } from '../contract/webhooks.ts'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { ChangeDialog } from '@fieldwatch/web/shared/changes/change-dialog.tsx'
import { useChangeForm } from '@fieldwatch/web/shared/changes/use-change-form.ts'
import { useFindNewer } from '@fieldwatch/web/shared/changes/use-find-newer.ts'
import { formErrors } from '@fieldwatch/web/ui/components/form-errors.ts'
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
  const findNewer = useFindNewer()
  const create = useCreateWebhook()
  const update = useUpdateWebhook()
  const edit = useChangeForm<Webhook | undefined, Values>({
    thing: opened,
    valuesOf: (webhook) => ({ name: webhook?.name ?? '', url: webhook?.url ?? '', kind: webhook?.kind ?? 'generic' }),
    validate: (values) => formErrors(WebhookDraft.safeParse(values)),
    readNewer: () =>
      findNewer(
        (api) => webhooksQuery(api, entity),
        (webhooks) => webhooks.find(({ webhookID }) => webhookID === opened?.webhookID),
        t('webhooks.gone'),
      ),
    onNewer: update.reset,
  })
  const { form, base } = edit
  const saving = base === undefined ? create : update
  const onError = edit.showFields
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
    <ChangeDialog
      title={opened === undefined ? t('webhooks.add.title') : t('webhooks.edit.title')}
      submit={opened === undefined ? t('webhooks.add.submit') : t('webhooks.save')}
      edit={edit}
      saving={saving}
      onSave={save}
      onClose={onClose}
    >
      <NativeSelect
        label={t('webhooks.kind')}
        data={WebhookKind.options.map((kind) => ({ value: kind, label: t(`webhooks.kind.${kind}`) }))}
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
    </ChangeDialog>
  )
}
