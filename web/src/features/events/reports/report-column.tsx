import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTrash } from '#ui/icons/icons.ts'
import { DragHandle, MoveButtons } from '#ui/reorder/move-buttons.tsx'
import type { Reorder } from '#ui/reorder/use-reorder.ts'
import { useReorderItem } from '#ui/reorder/use-reorder-item.ts'
import reorderClasses from '#ui/reorder/reorder.module.css'
import { type ColumnForm, isLeftEmpty, LEAVE_EMPTY, type ReportForm } from './report-form.ts'
import { formatChoices, type KnownValues, valueChoices } from './report-values.ts'
import classes from './reports.module.css'
import { t } from '../texts.ts'

interface ReportColumnProps {
  form: UseFormReturnType<ReportForm>
  column: ColumnForm
  index: number
  known: KnownValues
  reorder: Reorder
  onValue: (value: string) => void
  /** Undefined: it is the only one, and stays. */
  onRemove: (() => void) | undefined
}

/** One column of a report: what is over it, what is in it, and how that is written. */
export function ReportColumn({ form, column, index, known, reorder, onValue, onRemove }: ReportColumnProps) {
  const { item, handle, edge, isDragged } = useReorderItem<HTMLFieldSetElement>(reorder, index)
  const isEmpty = isLeftEmpty(column)
  const notChosen = { value: '', label: t('events.choose') }
  const inputOf = (part: keyof ColumnForm) => form.getInputProps(`columns.${index}.${part}`)
  const formats = isEmpty ? [] : formatChoices(column.value, column.format, known)
  const values = valueChoices(known.table, column.value === LEAVE_EMPTY ? '' : column.value)
  return (
    <fieldset
      ref={item}
      aria-label={t('events.report.column', { number: index + 1 })}
      className={`${reorderClasses['item']} ${classes['column']}`}
      data-edge={edge}
      data-dragged={isDragged}
    >
      <DragHandle handle={handle} />
      <TextInput label={t('events.report.header')} required {...inputOf('header')} />
      <NativeSelect
        label={t('events.report.value')}
        required
        data={[
          ...(column.value === '' ? [notChosen] : []),
          { value: LEAVE_EMPTY, label: t('events.report.value.empty') },
          ...values,
        ]}
        {...inputOf('value')}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <NativeSelect
        label={t('events.report.format')}
        required={!isEmpty}
        disabled={isEmpty}
        data={[...(column.format === '' ? [isEmpty ? { value: '', label: '' } : notChosen] : []), ...formats]}
        {...inputOf('format')}
      />
      <div className={classes['tools']}>
        <MoveButtons reorder={reorder} index={index} />
        {onRemove === undefined ? undefined : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="var(--fw-control)"
            className={classes['tool'] ?? ''}
            aria-label={t('events.report.column.remove', { number: index + 1 })}
            onClick={onRemove}
          >
            <IconTrash stroke={1.5} size="1.1em" aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
    </fieldset>
  )
}
