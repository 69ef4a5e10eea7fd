import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type NetworkServer, NetworkServerDraft, NetworkServerKind } from '../contract/network-servers.ts'
import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { ChangeDialog } from '@fieldwatch/web/shared/changes/change-dialog.tsx'
import type { UseFormReturnType } from '@mantine/form'
import { useChangeForm } from '@fieldwatch/web/shared/changes/use-change-form.ts'
import { useFindNewer } from '@fieldwatch/web/shared/changes/use-find-newer.ts'
import { formErrors } from '@fieldwatch/web/ui/components/form-errors.ts'
import { PasswordField } from '@fieldwatch/web/ui/components/password-field.tsx'
import { networkServersQuery, useCreateNetworkServer, useUpdateNetworkServer } from './network-server-queries.ts'
import { ADDRESS_EXAMPLES, BROKER_EXAMPLE } from './network-server-text.ts'
import { t } from './texts.ts'

interface NetworkServerDialogProps {
  entity: EntityId
  /** As it was when the dialog was opened; undefined adds one. */
  server: NetworkServer | undefined
  onClose: () => void
}

interface Values {
  name: string
  kind: NetworkServerKind
  url: string
  /** Empty: the one that there is stays. */
  key: string
  application: string
  fPort: number | string
  confirmed: boolean
  catchUp: boolean
  brokerUrl: string
  brokerUser: string
  /** Empty: the one that there is stays. */
  brokerPassword: string
}

/** Where requests to LoRaWAN devices are sent. */
export function NetworkServerDialog({ entity, server: opened, onClose }: NetworkServerDialogProps) {
  const findNewer = useFindNewer()
  const create = useCreateNetworkServer()
  const update = useUpdateNetworkServer()
  const edit = useChangeForm<NetworkServer | undefined, Values>({
    thing: opened,
    valuesOf: toValues,
    validate: (values) =>
      formErrors(NetworkServerDraft.safeParse(opened === undefined ? ofKind(values) : keptKey(values))),
    readNewer: () =>
      findNewer(
        (api) => networkServersQuery(api, entity),
        (servers) => servers.find(({ networkServerID }) => networkServerID === opened?.networkServerID),
        t('lorawan.server.gone'),
      ),
    onNewer: update.reset,
  })
  const { form, base } = edit
  const saving = base === undefined ? create : update
  const onError = edit.showFields
  const save = (values: Values): void => {
    const options = { onSuccess: onClose, onError }
    if (base === undefined) return create.mutate({ entity, ...ofKind(values), fPort: Number(values.fPort) }, options)
    const { networkServerID, version } = base
    const { kind: _kind, key, brokerPassword, fPort, ...changed } = edit.changed(values)
    update.mutate(
      {
        networkServerID,
        version,
        ...changed,
        ...(fPort === undefined ? {} : { fPort: Number(fPort) }),
        ...(key === undefined || key === '' ? {} : { key }),
        ...(brokerPassword === undefined || brokerPassword === '' ? {} : { brokerPassword }),
      },
      options,
    )
  }
  const { kind } = form.values
  return (
    <ChangeDialog
      title={opened === undefined ? t('lorawan.server.add.title') : t('lorawan.server.edit.title')}
      submit={opened === undefined ? t('lorawan.server.add.submit') : t('lorawan.server.save')}
      edit={edit}
      saving={saving}
      onSave={save}
      onClose={onClose}
    >
      <NativeSelect
        label={t('lorawan.server.kind')}
        disabled={opened !== undefined}
        data={NetworkServerKind.options.map((value) => ({ value, label: t(`lorawan.server.kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <TextInput label={t('lorawan.server.name')} required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('lorawan.server.address')}
        description={t(`lorawan.server.address.${kind}`)}
        placeholder={ADDRESS_EXAMPLES[kind]}
        required
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <PasswordField
        label={t('lorawan.server.key')}
        description={opened === undefined ? t(`lorawan.server.key.${kind}`) : t('lorawan.server.key.kept')}
        required={opened === undefined}
        autoComplete="off"
        {...form.getInputProps('key')}
      />
      <TextInput
        label={t('lorawan.server.application')}
        description={t(`lorawan.server.application.${kind}`)}
        required={kind === 'things-stack'}
        autoComplete="off"
        {...form.getInputProps('application')}
      />
      <NumberInput
        label={t('lorawan.server.port')}
        description={t('lorawan.server.port.help')}
        required
        min={1}
        max={223}
        {...form.getInputProps('fPort')}
      />
      <Switch
        label={t('lorawan.server.confirmed')}
        description={t('lorawan.server.confirmed.help')}
        {...form.getInputProps('confirmed', { type: 'checkbox' })}
      />
      {kind === 'things-stack' ? (
        <Switch
          label={t('lorawan.server.catch-up')}
          description={t('lorawan.server.catch-up.help')}
          {...form.getInputProps('catchUp', { type: 'checkbox' })}
        />
      ) : (
        <BrokerFields form={form} isNew={opened === undefined} />
      )}
    </ChangeDialog>
  )
}

/** Where the portal receives from ChirpStack. */
function BrokerFields({ form, isNew }: { form: UseFormReturnType<Values>; isNew: boolean }) {
  return (
    <>
      <TextInput
        label={t('lorawan.server.broker')}
        description={t('lorawan.server.broker.help')}
        placeholder={BROKER_EXAMPLE}
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('brokerUrl')}
      />
      {form.values.brokerUrl === '' ? undefined : (
        <>
          <TextInput label={t('lorawan.server.broker.user')} autoComplete="off" {...form.getInputProps('brokerUser')} />
          <PasswordField
            label={t('lorawan.server.broker.password')}
            {...(isNew ? {} : { description: t('lorawan.server.broker.password.kept') })}
            autoComplete="off"
            {...form.getInputProps('brokerPassword')}
          />
        </>
      )}
    </>
  )
}

function toValues(server: NetworkServer | undefined): Values {
  const {
    name = '',
    kind = 'things-stack',
    url = '',
    application = '',
    fPort = 1,
    confirmed = true,
    catchUp = false,
    brokerUrl = '',
    brokerUser = '',
  } = server ?? {}
  const secrets = { key: '', brokerPassword: '' }
  return { name, kind, url, application, fPort, confirmed, catchUp, brokerUrl, brokerUser, ...secrets }
}

/** Without what was entered for another kind before. */
function ofKind(values: Values): Values {
  if (values.kind === 'chirpstack') return { ...values, catchUp: false }
  return { ...values, brokerUrl: '', brokerUser: '', brokerPassword: '' }
}

/** What is judged of a change: an empty key stays as it is. */
function keptKey({ key, ...values }: Values): Values {
  return { ...values, key: key === '' ? 'kept' : key }
}
