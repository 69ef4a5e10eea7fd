import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { ShownThing } from '@fieldwatch/web/platform/extensions/slots.ts'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { FormDialog } from '@fieldwatch/web/ui/components/form-dialog.tsx'
import { formErrors } from '@fieldwatch/web/ui/components/form-errors.ts'
import { PasswordField } from '@fieldwatch/web/ui/components/password-field.tsx'
import { useUnsaved } from '@fieldwatch/web/ui/components/unsaved-context.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { sharedRangeText } from './range-text.ts'
import { checkDraft, draftOf, hasFilter, shareErrors, type ShareValues } from './share-form.ts'
import { useCreateShare } from './share-queries.ts'
import { t } from './texts.ts'

interface ShareDialogProps {
  thing: ShownThing
  onClose: () => void
}

const LIVES = [1, 7, 30, 90]
const YEAR_DAYS = 365

/** Makes a link to what a person looks at, and shows it once. */
export function ShareDialog({ thing, onClose }: ShareDialogProps) {
  const [made, setMade] = useState<{ link: string; isEmbedded: boolean }>()
  if (made !== undefined) return <LinkDialog {...made} onClose={onClose} />
  return <ShareForm thing={thing} onMade={(link, { isEmbedded }) => setMade({ link, isEmbedded })} onClose={onClose} />
}

interface ShareFormProps extends ShareDialogProps {
  onMade: (link: string, about: { isEmbedded: boolean }) => void
}

function ShareForm({ thing, onMade, onClose }: ShareFormProps) {
  const { timeFormat } = useMe()
  const create = useCreateShare()
  const form = useForm<ShareValues>({
    initialValues: {
      days: '30',
      password: '',
      origins: '',
      title: t('shares.map.standard'),
      positions: thing.kind === 'map' && thing.at !== undefined ? 'fixed' : 'live',
    },
    validate: (values) => shareErrors(formErrors(checkDraft(draftOf(values, thing)))),
  })
  useUnsaved(form.isDirty())

  function save(values: ShareValues): void {
    create.mutate(draftOf(values, thing), {
      onSuccess: ({ link, share }) => onMade(link, { isEmbedded: share.origins.length > 0 }),
    })
  }

  return (
    <FormDialog
      title={t('shares.title')}
      submit={t('shares.create')}
      busy={create.isPending}
      failure={create.error}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      <Text>{whatText(thing)}</Text>
      {factsOf(thing, timeFormat).map((fact) => (
        <Text key={fact} size="sm" c="dimmed">
          {fact}
        </Text>
      ))}
      {thing.kind === 'map' ? (
        <>
          <TextInput label={t('shares.map.title')} maxLength={100} {...form.getInputProps('title')} />
          <NativeSelect
            label={t('shares.map.when')}
            data={[
              { value: 'live', label: t('shares.map.live') },
              { value: 'fixed', label: fixedText(thing.at, timeFormat) },
            ]}
            {...form.getInputProps('positions')}
          />
        </>
      ) : undefined}
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

// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
function whatText(thing: ShownThing): string {
  switch (thing.kind) {
    case 'overview':
      return t('shares.what.overview', { unit: thing.unitName })
    case 'chart':
      return t('shares.what.chart', { chart: thing.chart, unit: thing.unitName })
    case 'events':
      return t('shares.what.events', { title: thing.title, unit: thing.unitName })
    case 'incident':
      return t('shares.what.incident', { title: thing.title })
    case 'map':
      return t('shares.what.map', { count: thing.dataIds.length })
  }
}

function factsOf(thing: ShownThing, timeFormat: TimeFormat): string[] {
  if (thing.kind !== 'chart' && thing.kind !== 'events') return []
  const isFiltered = thing.kind === 'events' && hasFilter(thing)
  return [sharedRangeText(thing.range, timeFormat), ...(isFiltered ? [t('shares.what.events.filter')] : [])]
}

function fixedText(at: number | undefined, timeFormat: TimeFormat): string {
  return at === undefined ? t('shares.map.now') : t('shares.map.at', { when: formatMoment(at, timeFormat) })
}
