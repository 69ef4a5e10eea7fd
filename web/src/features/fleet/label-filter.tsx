import type { LabelId } from '@fieldwatch/contract/api/ids'
import { MultiSelect } from '@mantine/core'
import { LabelChip } from '#shared/labels/label-chip.tsx'
import type { LabelsById } from '#shared/labels/label-queries.ts'
import classes from './label-filter.module.css'
import { t } from './texts.ts'

interface LabelFilterProps {
  labels: LabelsById
  /** Units have to have all of these. */
  chosen: readonly LabelId[]
  onChange: (chosen: LabelId[]) => void
}

/** Chooses the labels that the units of the list have. */
export function LabelFilter({ labels, chosen, onChange }: LabelFilterProps) {
  return (
    <MultiSelect
      className={classes['select'] ?? ''}
      aria-label={t('fleet.labels.filter')}
      placeholder={chosen.length === 0 ? t('fleet.labels.all') : ''}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('fleet.labels.clear') }}
      nothingFoundMessage={t('fleet.labels.none')}
      maxDropdownHeight="18rem"
      data={[...labels.values()].map(({ labelID, name }) => ({ value: labelID, label: name }))}
      value={[...chosen]}
      onChange={onChange}
      renderOption={({ option }) => {
        const label = labels.get(option.value)
        return label === undefined ? option.label : <LabelChip label={label} />
      }}
    />
  )
}
