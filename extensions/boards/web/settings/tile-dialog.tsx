import { type BoardPage, type BoardTile, BOARD_TILE_KINDS, LONGEST_TILE_TEXT } from '../../contract/boards.ts'
import { Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { UnitPicker } from '@fieldwatch/web/shared/units/unit-picker.tsx'
import { templateIdOf, templateQuery, unitQuery } from '@fieldwatch/web/shared/units/unit-queries.ts'
import { UnitsPicker } from '@fieldwatch/web/shared/units/units-picker.tsx'
import { typeOfKind } from '@fieldwatch/web/shared/widgets/widget-types.ts'
import { FormDialog } from '@fieldwatch/web/ui/components/form-dialog.tsx'
import { useUnsaved } from '@fieldwatch/web/ui/components/unsaved-context.tsx'
import {
  chartChoices,
  RANGES,
  sizesUpTo,
  tileErrors,
  tileOf,
  tileValues,
  type TileValues,
  widgetChoices,
} from './tile-form.ts'
import { t } from '../texts.ts'

interface TileDialogProps {
  /** Undefined: a new one. */
  tile: BoardTile | undefined
  page: BoardPage
  unitName: (dataID: string) => string
  onApply: (tile: BoardTile) => void
  onClose: () => void
}

type Form = UseFormReturnType<TileValues>

/** What a tile shows, and how large it is. */
export function TileDialog({ tile, page, unitName, onApply, onClose }: TileDialogProps) {
  const form = useForm<TileValues>({ initialValues: tileValues(tile), validate: tileErrors })
  useUnsaved(form.isDirty())
  const { kind } = form.values
  const { widths, heights } = sizesUpTo(page)
  return (
    <FormDialog
      title={tile === undefined ? t('boards.tile.add.title') : t('boards.tile.edit.title')}
      submit={tile === undefined ? t('boards.tile.add') : t('boards.tile.apply')}
      busy={false}
      failure={undefined}
      onSubmit={(event) => {
        // The dialog is drawn within the form of the editor.
        event.stopPropagation()
        form.onSubmit((values) => onApply(tileOf(values)))(event)
      }}
      onClose={onClose}
    >
      <NativeSelect
        label={t('boards.tile.kind')}
        data-autofocus
        data={BOARD_TILE_KINDS.map((value) => ({ value, label: t(`boards.tile.kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      {kind === 'widget' || kind === 'chart' ? <OfUnit form={form} unitName={unitName} /> : undefined}
      {kind === 'map' ? (
        <>
          <TextInput label={t('boards.tile.title')} maxLength={100} {...form.getInputProps('title')} />
          <UnitsPicker
            label={t('boards.tile.units')}
            value={form.values.dataIDs}
            error={form.errors['dataIDs']}
            onChange={(units) => form.setFieldValue('dataIDs', units)}
          />
        </>
      ) : undefined}
      {kind === 'alerts' ? <Text size="sm">{t('boards.tile.alerts.help')}</Text> : undefined}
      {kind === 'text' ? (
        <Textarea
          label={t('boards.tile.text')}
          required
          rows={3}
          maxLength={LONGEST_TILE_TEXT}
          {...form.getInputProps('text')}
        />
      ) : undefined}
      <Group grow>
        <NativeSelect label={t('boards.tile.width')} data={widths} {...form.getInputProps('width')} />
        <NativeSelect label={t('boards.tile.height')} data={heights} {...form.getInputProps('height')} />
      </Group>
    </FormDialog>
  )
}

/** A unit, and what of its dashboard the tile shows. */
function OfUnit({ form, unitName }: { form: Form; unitName: (dataID: string) => string }) {
  const { dataID } = form.values
  return (
    <>
      <UnitPicker
        label={t('boards.tile.unit')}
        required
        value={dataID}
        name={dataID === '' ? undefined : unitName(dataID)}
        error={form.errors['dataID']}
        onChange={(next) => form.setValues({ dataID: next, widget: '', chart: '' })}
      />
      {dataID === '' ? undefined : <OnDashboard form={form} dataID={dataID} />}
    </>
  )
}

function OnDashboard({ form, dataID }: { form: Form; dataID: string }) {
  const api = useApi()
  const unit = useQuery(unitQuery(api, dataID))
  const template = useQuery(templateQuery(api, unit.data && templateIdOf(unit.data)))
  const error = unit.error ?? template.error
  if (error !== null) return <Text c="red">{error.message}</Text>
  if (unit.isPending || (template.isPending && unit.data !== undefined)) return undefined
  const shown = template.data ?? undefined
  if (form.values.kind === 'widget') {
    const widgets = shown === undefined ? [] : widgetChoices(shown, (kind) => typeOfKind(kind).label())
    return (
      <Chosen
        form={form}
        field="widget"
        label={t('boards.tile.widget')}
        none={t('boards.tile.widget.none')}
        data={widgets}
      />
    )
  }
  const charts = shown === undefined ? [] : chartChoices(shown)
  return (
    <>
      <Chosen
        form={form}
        field="chart"
        label={t('boards.tile.chart')}
        none={t('boards.tile.chart.none')}
        data={charts.map((title) => ({ value: title, label: title }))}
      />
      <NativeSelect
        label={t('boards.tile.range')}
        data={rangeChoices(form.values.minutes)}
        {...form.getInputProps('minutes')}
      />
    </>
  )
}

interface ChosenProps {
  form: Form
  field: 'widget' | 'chart'
  label: string
  /** What is said when there is nothing to choose. */
  none: string
  data: readonly { value: string; label: string }[]
}

function Chosen({ form, field, label, none, data }: ChosenProps) {
  if (data.length === 0) return <Text size="sm">{none}</Text>
  return (
    <NativeSelect
      label={label}
      required
      data={[{ value: '', label: t('boards.tile.choose') }, ...data]}
      {...form.getInputProps(field)}
    />
  )
}

/** The usual periods, and the one that the tile has. */
function rangeChoices(chosen: string) {
  const minutes = [...new Set([...RANGES, Number(chosen)])].toSorted((one, other) => one - other)
  return minutes.map((value) => ({ value: String(value), label: rangeText(value) }))
}

function rangeText(minutes: number): string {
  if (minutes < 60) return t('boards.tile.range.minutes', { minutes })
  return minutes < 48 * 60
    ? t('boards.tile.range.hours', { hours: Math.round(minutes / 60) })
    : t('boards.tile.range.days', { days: Math.round(minutes / 1440) })
}
