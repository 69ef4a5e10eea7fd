import type { LabelId } from '@fieldwatch/contract/ids'
import { ActionIcon, MultiSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { LabelChip } from '#shared/labels/label-chip.tsx'
import type { LabelsById } from '#shared/labels/label-queries.ts'
import { LabelsDialog } from '#shared/labels/labels-dialog.tsx'
import { IconTag } from '#ui/icons/icons.ts'
import classes from './label-filter.module.css'

interface LabelFilterProps {
  labels: LabelsById
  /** Units have to have all of these. */
  chosen: readonly LabelId[]
  onChange: (chosen: LabelId[]) => void
  /** Whether labels can be added and edited here. */
  canEdit: boolean
}

/** Chooses the labels that the units of the list have, and leads to where labels are made. */
export function LabelFilter({ labels, chosen, onChange, canEdit }: LabelFilterProps) {
  const [managing, manage] = useDisclosure(false)
  return (
    <div className={classes['row']}>
      {labels.size === 0 ? undefined : (
        <MultiSelect
          className={classes['select'] ?? ''}
          aria-label="Filter by labels"
          placeholder={chosen.length === 0 ? 'All labels' : ''}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the labels' }}
          nothingFoundMessage="No such label"
          maxDropdownHeight="18rem"
          data={[...labels.values()].map(({ labelID, name }) => ({ value: labelID, label: name }))}
          value={[...chosen]}
          onChange={onChange}
          renderOption={({ option }) => {
            const label = labels.get(option.value)
            return label === undefined ? option.label : <LabelChip label={label} />
          }}
        />
      )}
      {canEdit ? (
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label="Edit labels"
          title="Edit labels"
          onClick={manage.open}
        >
          <IconTag size="1rem" aria-hidden="true" />
        </ActionIcon>
      ) : undefined}
      {managing ? <LabelsDialog onClose={manage.close} /> : undefined}
    </div>
  )
}
