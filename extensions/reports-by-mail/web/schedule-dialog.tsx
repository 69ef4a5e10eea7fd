import { COMPARISONS } from '@fieldwatch/contract/comparisons/comparison-names'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { ReportContent, ReportSchedule } from '../contract/report-schedules.ts'
import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { portalNow } from '@fieldwatch/web/platform/time/portal-clock.ts'
import { ChangeDialog } from '@fieldwatch/web/shared/changes/change-dialog.tsx'
import { useChangeForm } from '@fieldwatch/web/shared/changes/use-change-form.ts'
import { useFindNewer } from '@fieldwatch/web/shared/changes/use-find-newer.ts'
import { RecipientsField } from './recipients-field.tsx'
import { FormatsField } from './formats-field.tsx'
import { RhythmFields } from './rhythm-fields.tsx'
import { contentOf, draftOf, firstText, problemsOf, rhythmOf, type ScheduleValues, valuesOf } from './schedule-form.ts'
import { unitSchedulesQuery, useCreateSchedule, useUpdateSchedule } from './schedule-queries.ts'
import { contentText } from './schedule-text.ts'
import { t } from './texts.ts'

interface ScheduleDialogProps {
  dataId: DataId
  deviceName: string
  content: ReportContent
  /** What a new one is called by default. */
  name: string
  /** Whose users can get it. */
  entities: readonly EntityId[]
  /** As it was when the dialog was opened; undefined makes one. */
  schedule: ReportSchedule | undefined
  onSaved: (schedule: ReportSchedule) => void
  onClose: () => void
}

/** A report at six in the morning, of the day before. */
const FIRST = { every: 'day', hour: 6 } as const

const UNITS = ['sent', 'preferred'] as const

/** When a report is sent, and to whom. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { dataId, deviceName, content, name, entities, schedule: opened, onSaved, onClose } = props
  const me = useMe()
  const findNewer = useFindNewer()
  const create = useCreateSchedule()
  const update = useUpdateSchedule()
  const [now] = useState(portalNow)
  const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const about = { dataId, content }
  const edit = useChangeForm<ReportSchedule | undefined, ScheduleValues>({
    thing: opened,
    valuesOf: (schedule) =>
      schedule === undefined
        ? valuesOf({ name, content, rhythm: { ...FIRST, timeZone: ownZone }, recipients: [me.id] })
        : valuesOf({ ...schedule, recipients: schedule.recipients.map(({ uid }) => uid) }),
    validate: (values) => problemsOf(values, about),
    ids: { recipients: 'user' },
    readNewer: () =>
      findNewer(
        (api) => unitSchedulesQuery(api, dataId),
        ({ schedules }) => schedules.find(({ scheduleID }) => scheduleID === opened?.scheduleID),
        t('reports-by-mail.gone'),
      ),
    onNewer: update.reset,
  })
  const { form, base } = edit
  const saving = base === undefined ? create : update
  const onError = edit.showFields
  const save = (values: ScheduleValues): void => {
    if (base === undefined) create.mutate(draftOf(values, about), { onSuccess: onSaved, onError })
    else {
      const { name: newName, recipients, formats, units, notes, compareWith, ...rhythm } = edit.changed(values)
      update.mutate(
        {
          scheduleID: base.scheduleID,
          version: base.version,
          ...(newName === undefined ? {} : { name: newName }),
          ...(recipients === undefined ? {} : { recipients }),
          ...([formats, units, notes, compareWith].every((one) => one === undefined)
            ? {}
            : { content: contentOf(values, base.content) }),
          ...(Object.keys(rhythm).length === 0 ? {} : { rhythm: rhythmOf(values) }),
        },
        { onSuccess: onSaved, onError },
      )
    }
  }
  return (
    <ChangeDialog
      title={opened === undefined ? t('reports-by-mail.send-regularly') : t('reports-by-mail.dialog.edit')}
      submit={opened === undefined ? t('reports-by-mail.send-regularly') : t('reports-by-mail.save')}
      edit={edit}
      saving={saving}
      onSave={save}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('reports-by-mail.dialog.help', { content: contentText(content), device: deviceName })}
      </Text>
      <TextInput
        label={t('reports-by-mail.name')}
        description={t('reports-by-mail.name.help')}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <RhythmFields form={form} ownZone={base?.rhythm.timeZone ?? ownZone} />
      <FormatsField dataId={dataId} chosen={form.values.formats} {...form.getInputProps('formats')} />
      <NativeSelect
        label={t('reports-by-mail.units')}
        data={UNITS.map((value) => ({ value, label: t(`reports-by-mail.units.${value}`) }))}
        {...form.getInputProps('units')}
      />
      {content.kind === 'chart' ? (
        <NativeSelect
          label={t('reports-by-mail.compare')}
          data={[
            { value: '', label: t('reports-by-mail.compare.none') },
            ...COMPARISONS.map((value) => ({ value, label: t(`reports-by-mail.compare.${value}`) })),
          ]}
          {...form.getInputProps('compareWith')}
        />
      ) : undefined}
      <Checkbox
        label={t('reports-by-mail.notes')}
        description={t('reports-by-mail.notes.help')}
        {...form.getInputProps('notes', { type: 'checkbox' })}
      />
      <RecipientsField entities={entities} known={base?.recipients ?? []} {...form.getInputProps('recipients')} />
      <Text component="output" size="sm">
        {firstText(form.values, now)}
      </Text>
    </ChangeDialog>
  )
}
