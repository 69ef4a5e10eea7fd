import { Loaded } from '@fieldwatch/web/ui/components/loaded.tsx'
import { changeFailure } from '@fieldwatch/web/shared/changes/conflict.ts'
import { LONGEST_CODEC } from '../contract/template-codec.ts'
import type { TemplateDialogProps } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { Button, Code, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { codecQuery, useChangeCodec, useTestCodec } from './codec-queries.ts'
import { Dialog } from '@fieldwatch/web/ui/components/dialog.tsx'
import { FormDialog } from '@fieldwatch/web/ui/components/form-dialog.tsx'
import { FormFailure } from '@fieldwatch/web/ui/components/form-failure.tsx'
import { useUnsaved } from '@fieldwatch/web/ui/components/unsaved-context.tsx'
import { t } from './texts.ts'

/** The JavaScript by which the payloads of the devices with a template are decoded. */
export function CodecDialog({ template, onClose }: TemplateDialogProps) {
  const query = useQuery(codecQuery(useApi(), template.id))
  const { data } = query
  if (data !== undefined) return <CodecForm template={template} initial={data.code} onClose={onClose} />
  return (
    <Dialog title={t('lorawan.codec.title', { title: template.title })} onClose={onClose}>
      <Loaded query={query} failed={t('lorawan.codec.failed')} height="8rem" />
    </Dialog>
  )
}

function CodecForm({ template, initial, onClose }: TemplateDialogProps & { initial: string }) {
  const { timeFormat } = useMe()
  const change = useChangeCodec(template.id)
  const form = useForm({ initialValues: { code: initial } })
  useUnsaved(form.isDirty() && !change.isSuccess)
  const { error } = change
  return (
    <FormDialog
      title={t('lorawan.codec.title', { title: template.title })}
      submit={t('lorawan.codec.save')}
      busy={change.isPending}
      failure={error === null ? undefined : changeFailure(error, timeFormat, t('lorawan.codec.newer'))}
      onSubmit={form.onSubmit(({ code }) => change.mutate({ code, version: template.version }, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <Text size="sm">{t('lorawan.codec.help')}</Text>
      <Textarea
        label={t('lorawan.codec.code')}
        rows={12}
        maxLength={LONGEST_CODEC}
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('code')}
      />
      <CodecTest code={form.values.code} />
    </FormDialog>
  )
}

/** Shows what a codec makes of some bytes. */
function CodecTest({ code }: { code: string }) {
  const test = useTestCodec()
  // The port is a text while it is empty.
  const form = useForm<{ bytes: string; port: number | string }>({ initialValues: { bytes: '', port: 1 } })
  const { data, error } = test
  const problem = error?.message ?? data?.problem
  return (
    <Stack gap="xs">
      <Group align="end">
        <TextInput label={t('lorawan.codec.bytes')} maxLength={2000} {...form.getInputProps('bytes')} />
        <NumberInput label={t('lorawan.codec.port')} min={0} max={255} w="6rem" {...form.getInputProps('port')} />
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate({ code, bytes: form.values.bytes, port: Number(form.values.port) })}
        >
          {t('lorawan.codec.test')}
        </Button>
      </Group>
      {typeof problem === 'string' ? <FormFailure text={problem} /> : undefined}
      {data?.data ? (
        <Code block aria-label={t('lorawan.codec.values')}>
          {JSON.stringify(data.data, null, 2)}
        </Code>
      ) : undefined}
      {data?.warnings.map((warning) => (
        <Text key={warning} size="sm">
          {warning}
        </Text>
      ))}
    </Stack>
  )
}
