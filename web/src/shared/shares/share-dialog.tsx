import type { DataId } from '@fieldwatch/contract/api/ids'
import { NativeSelect, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { formErrors } from '#ui/components/form-errors.ts'
import { PasswordField } from '#ui/components/password-field.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { sharedRangeText } from './range-text.ts'
import { checkDraft, draftOf, shareErrors, type SharedPart, type ShareValues } from './share-form.ts'
import { useCreateShare } from './share-queries.ts'
import { t } from './texts.ts'

interface ShareDialogProps {
  dataId: DataId
  unitName: string
  /** The chart that is shared; undefined: the overview. */
  part: SharedPart | undefined
  onClose: () => void
}

const LIVES = [1, 7, 30, 90]
const YEAR_DAYS = 365

/** Makes a link to a screen of a unit, and shows it once. */
export function ShareDialog({ dataId, unitName, part, onClose }: ShareDialogProps) {
  const [made, setMade] = useState<{ link: string; isEmbedded: boolean }>()
  if (made !== undefined) return <LinkDialog {...made} onClose={onClose} />
  return (
    <ShareForm
      dataId={dataId}
      unitName={unitName}
      part={part}
      onMade={(link, { isEmbedded }) => setMade({ link, isEmbedded })}
      onClose={onClose}
    />
  )
}

interface ShareFormProps extends ShareDialogProps {
  onMade: (link: string, about: { isEmbedded: boolean }) => void
}

function ShareForm({ dataId, unitName, part, onMade, onClose }: ShareFormProps) {
  const { timeFormat } = useMe()
  const create = useCreateShare()
  const form = useForm<ShareValues>({
    initialValues: { days: '30', password: '', origins: '' },
    validate: (values) => shareErrors(formErrors(checkDraft(asked(values)))),
  })
  useUnsaved(form.isDirty())

  function asked(values: ShareValues) {
    return draftOf(values, { dataId, part })
  }

  function save(values: ShareValues): void {
    create.mutate(asked(values), {
      onSuccess: ({ link, share }) => onMade(link, { isEmbedded: share.origins.length > 0 }),
    })
  }

  return (
    <FormDialog
      title={t('shares.title')}
      submit={t('shares.create')}
      busy={create.isPending}
      failure={create.isError ? { text: create.error.message } : undefined}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      <Text>
        {part === undefined
          ? t('shares.what.overview', { unit: unitName })
          : t('shares.what.chart', { chart: part.chart, unit: unitName })}
      </Text>
      {part === undefined ? undefined : (
        <Text size="sm" c="dimmed">
          {sharedRangeText(part.range, timeFormat)}
        </Text>
      )}
      <NativeSelect
        label={t('shares.expires')}
        data-autofocus
        data={[
          ...LIVES.map((days) => ({ value: String(days), label: t('shares.expires.days', { days }) })),
          { value: String(YEAR_DAYS), label: t('shares.expires.year') },
          { value: '', label: t('shares.expires.never') },
        ]}
        {...form.getInputProps('days')}
      />
      <PasswordField
        label={t('shares.password')}
        description={t('shares.password.help')}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <Textarea
        label={t('shares.origins')}
        description={t('shares.origins.help')}
        rows={2}
        spellCheck={false}
        {...form.getInputProps('origins')}
      />
    </FormDialog>
  )
}
