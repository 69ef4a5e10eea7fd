import type { LabelId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { LabelChip } from './label-chip.tsx'
import { useLabels, useLabelUnit } from './label-queries.ts'
import { LabelsDialog } from './labels-dialog.tsx'
import classes from './labels-dialog.module.css'
import { t } from './texts.ts'

interface UnitLabelsDialogProps {
  unit: Pick<DataDocument, 'dataID' | 'friendlyName' | 'labels'>
  onClose: () => void
}

/** Which labels a unit has. Only what was changed here is changed, whatever others do in the meantime. */
export function UnitLabelsDialog({ unit: { dataID, friendlyName, labels: has = [] }, onClose }: UnitLabelsDialogProps) {
  const { entityData } = useMe()
  const labels = useLabels()
  const save = useLabelUnit(dataID)
  const [changes, setChanges] = useState<ReadonlyMap<LabelId, boolean>>(new Map())
  const [managing, setManaging] = useState(false)
  const changed = [...changes].filter(([id, on]) => labels.has(id) && has.includes(id) !== on)
  useUnsaved(changed.length > 0 && !save.isSuccess)
  const several = Object.keys(entityData).length > 1
  const idsOf = (wanted: boolean): LabelId[] => changed.filter(([, on]) => on === wanted).map(([id]) => id)

  return (
    <>
      <FormDialog
        title={t('labels.of-unit', { friendlyName })}
        submit={t('labels.save')}
        busy={save.isPending}
        failure={save.error}
        onSubmit={() => {
          if (changed.length === 0) onClose()
          else save.mutate({ add: idsOf(true), remove: idsOf(false) }, { onSuccess: onClose })
        }}
        onClose={onClose}
      >
        {labels.size === 0 ? <Text c="dimmed">{t('labels.none')}</Text> : undefined}
        <fieldset aria-label={t('labels.title')} className={classes['choices']}>
          {[...labels.values()].map((label) => (
            <Checkbox
              key={label.labelID}
              checked={changes.get(label.labelID) ?? has.includes(label.labelID)}
              onChange={({ currentTarget: { checked } }) => setChanges(new Map(changes).set(label.labelID, checked))}
              label={
                <>
                  <LabelChip label={label} />{' '}
                  {several ? (
                    <Text component="span" c="dimmed" size="xs">
                      {entityData[label.entity]?.name}
                    </Text>
                  ) : undefined}
                </>
              }
            />
          ))}
        </fieldset>
        <Group>
          <Button variant="subtle" size="compact-sm" onClick={() => setManaging(true)}>
            {t('labels.manage')}
          </Button>
        </Group>
      </FormDialog>
      {managing ? <LabelsDialog onClose={() => setManaging(false)} /> : undefined}
    </>
  )
}
