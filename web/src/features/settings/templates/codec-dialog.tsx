import { Loaded } from '#ui/components/loaded.tsx'
import { changeFailure } from '#shared/changes/conflict.ts'
import { LONGEST_CODEC } from '@fieldwatch/contract/templates/template-codec'
import type { ListedTemplate } from '@fieldwatch/contract/templates/template-gallery'
import { Button, Code, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { codecQuery, useChangeCodec, useTestCodec } from '#shared/templates/template-queries.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { t } from './texts.ts'

interface CodecDialogProps {
  template: ListedTemplate
  onClose: () => void
}

/** The JavaScript by which the payloads of the devices with a template are decoded. */
export function CodecDialog({ template, onClose }: CodecDialogProps) {
  const query = useQuery(codecQuery(useApi(), template.id))
  const { data } = query
  if (data !== undefined) return <CodecForm template={template} initial={data.code} onClose={onClose} />
  return (
    <Dialog title={t('templates.codec.title', { title: template.title })} onClose={onClose}>
      <Loaded query={query} failed={t('templates.codec.failed')} height="8rem" />
    </Dialog>
  )
}

function CodecForm({ template, initial, onClose }: CodecDialogProps & { initial: string }) {
  const { timeFormat } = useMe()
  const change = useChangeCodec(template.id)
  const form = useForm({ initialValues: { code: initial } })
  useUnsaved(form.isDirty() && !change.isSuccess)
  const { error } = change
  return (
    <FormDialog
      title={t('templates.codec.title', { title: template.title })}
      submit={t('templates.save')}
      busy={change.isPending}
      failure={error === null ? undefined : changeFailure(error, timeFormat, t('templates.codec.newer'))}
      onSubmit={form.onSubmit(({ code }) => change.mutate({ code, version: template.version }, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <Text size="sm">{t('templates.codec.help')}</Text>
      <Textarea
        label={t('templates.codec.code')}
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
        <TextInput label={t('templates.codec.bytes')} maxLength={2000} {...form.getInputProps('bytes')} />
        <NumberInput label={t('templates.codec.port')} min={0} max={255} w="6rem" {...form.getInputProps('port')} />
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate({ code, bytes: form.values.bytes, port: Number(form.values.port) })}
        >
          {t('templates.codec.test')}
        </Button>
      </Group>
      {typeof problem === 'string' ? <FormFailure text={problem} /> : undefined}
      {data?.data ? (
        <Code block aria-label={t('templates.codec.values')}>
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
