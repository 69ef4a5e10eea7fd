import { parsePlaceComparison } from '@fieldwatch/contract/places/place-conditions'
import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { choicesOf } from './shared-choices.ts'
import { type SharedTable, sharedTablesQuery, MOST_ASKED_DEVICES } from './shared-tables-query.ts'
import { TimesFields } from './times-fields.tsx'
import { SpanField } from './span-field.tsx'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'
import { t } from '../texts.ts'

/** When an event triggers: of which event table, and how long it has to last. */
export function EventFields({ form }: StepProps) {
  const { devices, event, lasting, times } = form.values
  const { data, error, refetch } = useQuery(sharedTablesQuery(useApi(), devices))
  if (data === undefined && devices.length > 0) {
    return error === null ? (
      <LoadingSkeleton height="12rem" />
    ) : (
      <LoadFailure title={t('alerts.tables.failed')} message={error.message} onRetry={() => void refetch()} />
    )
  }
  const tables = data ?? []
  const asked = Math.min(devices.length, MOST_ASKED_DEVICES)
  const chosen = tables.find(({ name }) => name === event)
  return (
    <>
      <NativeSelect
        label={t('alerts.event-table')}
        required
        data={[{ value: '', label: t('alerts.choose') }, ...choicesOf(tables, { devices: asked, chosen: event })]}
        {...form.getInputProps('event')}
      />
      {tables.length === 0 && devices.length > 0 ? <Text role="note">{t('alerts.tables.none')}</Text> : undefined}
      {chosen === undefined ? undefined : <ChosenTable table={chosen} devices={asked} />}
      {isOnPlace(chosen) || times.kind !== 'always' ? (
        <TimesFields form={form} canArrive={chosen?.comparisons.every(isStay) === true} />
      ) : undefined}
      {times.kind === 'by' ? undefined : (
        <div className={classes['pair']}>
          <SpanField
            label={t('alerts.for-at-least')}
            description={t('alerts.tables.lasting.help')}
            value={lasting}
            error={form.errors['lasting']}
            onChange={(span) => form.setFieldValue('lasting', span)}
          />
        </div>
      )}
    </>
  )
}

/** Only of a place units come and go. */
function isOnPlace(table: SharedTable | undefined): boolean {
  return table?.comparisons.every((comparison) => parsePlaceComparison(comparison) !== undefined) === true
}

function isStay(comparison: string): boolean {
  return parsePlaceComparison(comparison)?.side === 'in'
}

/** What the event table finds, and which devices do not have it. */
function ChosenTable({ table: { comparisons, units }, devices }: { table: SharedTable; devices: number }) {
  const [only, ...others] = comparisons
  const missing = devices - units
  return (
    <>
      <Text c="dimmed">
        {others.length === 0 ? t('alerts.table.comparison', { comparison: only ?? '' }) : t('alerts.table.differs')}
      </Text>
      {missing > 0 ? (
        <Text role="note" c="dimmed">
          {t('alerts.table.missing', { missing, devices })}
        </Text>
      ) : undefined}
    </>
  )
}
