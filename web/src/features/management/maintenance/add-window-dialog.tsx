import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Button, Group, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { useAddMaintenance } from './maintenance-queries.ts'
import { MomentField } from '#shared/time-range/moment-field.tsx'
import { lasting, newWindow, sentWindow, USUAL_HOURS, type WindowForm, windowProblems } from './window-form.ts'
import { t } from './texts.ts'

interface AddWindowDialogProps {
  unit: DataDocument
  onClose: () => void
}

const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The start and end of a maintenance window. */
export function AddWindowDialog({ unit, onClose }: AddWindowDialogProps) {
  const { timeFormat } = useMe()
  const add = useAddMaintenance(unit.dataID)
  const [initial] = useState(() => newWindow(portalNow()))
  const form = useForm<WindowForm>({
    initialValues: initial,
    validate: (values) => windowProblems(values, portalNow(), timeFormat),
  })
  useUnsaved(form.isDirty())
  return (
    <FormDialog
      title={t('maintenance.set.title')}
      submit={t('maintenance.set')}
      busy={add.isPending}
      failure={add.error}
      onSubmit={form.onSubmit((values) => add.mutate(sentWindow(values), { onSuccess: onClose }))}
      onClose={onClose}
    >
      <Text size="sm">{t('maintenance.set.help', { friendlyName: unit.friendlyName })}</Text>
      <MomentField
        label={t('maintenance.from')}
        value={form.values.from}
        error={form.errors['from']}
        onChange={(from) => form.setFieldValue('from', from)}
      />
      <MomentField
        label={t('maintenance.until')}
        value={form.values.to}
        error={form.errors['to']}
        onChange={(to) => form.setFieldValue('to', to)}
      />
      <Group gap="xs">
        {USUAL_HOURS.map((hours) => (
          <Button key={hours} variant="default" onClick={() => form.setValues(lasting(form.getValues(), hours))}>
            {t('maintenance.hours', { count: hours })}
          </Button>
        ))}
      </Group>
      <Text size="xs" c="dimmed">
        {t('maintenance.zone', { zone: TIME_ZONE })}
      </Text>
      <Textarea
        label={t('maintenance.comment')}
        placeholder={t('maintenance.comment.example')}
        rows={2}
        {...form.getInputProps('comment')}
      />
    </FormDialog>
  )
}
