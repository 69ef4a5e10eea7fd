import type { Calculation } from '@fieldwatch/contract/calculations/calculations'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { Button, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { CalculationFields } from './calculation-fields.tsx'
import { CalculationList } from './calculation-list.tsx'
import { calculationsQuery, useRemoveCalculation } from './calculation-queries.ts'
import classes from './calculations.module.css'
import { Consequences, useConsequences } from '#shared/consequences/consequences.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { calculationFailure } from './calculation-failure.ts'
import { t } from './texts.ts'

/** What the dialog is about: all of them, a new one, or one of them. */
type CalculationsTask =
  | { readonly kind: 'list' }
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'remove'; readonly calculation: Calculation }

interface CalculationsDialogProps {
  dataId: DataId
  opened: boolean
  /** What it begins with; `list` by default. */
  start?: 'list' | 'create'
  onClose: () => void
}

const LIST: CalculationsTask = { kind: 'list' }

/** The calculated sources of a unit: to look at, to make, to change and to remove. */
export function CalculationsDialog({ dataId, opened, start = 'list', onClose }: CalculationsDialogProps) {
  const isPhone = useMediaQuery('(max-width: 40em)') ?? false
  const [task, setTask] = useState<CalculationsTask>({ kind: start })
  const back = (): void => (start === 'create' ? onClose() : setTask(LIST))
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setTask({ kind: start })}
      title={titleOf(task)}
      size="lg"
      fullScreen={isPhone}
    >
      {task.kind === 'list' && <AllCalculations dataId={dataId} onTask={setTask} />}
      {(task.kind === 'create' || task.kind === 'edit') && (
        <CalculationFields
          dataId={dataId}
          calculation={task.kind === 'edit' ? task.calculation : undefined}
          onSaved={back}
          onCancel={back}
        />
      )}
      {task.kind === 'remove' && <RemoveCalculation dataId={dataId} calculation={task.calculation} onDone={back} />}
    </Dialog>
  )
}

function AllCalculations({ dataId, onTask }: { dataId: DataId; onTask: (task: CalculationsTask) => void }) {
  const calculations = useQuery(calculationsQuery(useApi(), dataId))
  if (calculations.data !== undefined) {
    return (
      <CalculationList
        calculations={calculations.data}
        onCreate={() => onTask({ kind: 'create' })}
        onEdit={(calculation) => onTask({ kind: 'edit', calculation })}
        onRemove={(calculation) => onTask({ kind: 'remove', calculation })}
      />
    )
  }
  if (calculations.isPending) return <LoadingSkeleton className={classes['waiting'] ?? ''} />
  return (
    <Stack align="flex-start">
      <FailureNote text={t('calculations.failed.read')} />
      <Button variant="default" onClick={() => void calculations.refetch()}>
        {t('calculations.again')}
      </Button>
    </Stack>
  )
}

function titleOf(task: CalculationsTask): string {
  switch (task.kind) {
    case 'list':
      return t('calculations.title')
    case 'create':
      return t('calculations.create.title')
    case 'edit':
      return t('calculations.edit', { name: task.calculation.name })
    default:
      return t('calculations.delete.title', { name: task.calculation.name })
  }
}

interface RemoveCalculationProps {
  dataId: DataId
  calculation: Calculation
  onDone: () => void
}

/** Shows what depends on a calculated source, and asks once more. */
function RemoveCalculation({ dataId, calculation: { name, usedBy }, onDone }: RemoveCalculationProps) {
  const remove = useRemoveCalculation(dataId)
  const { ready, ...consequences } = useConsequences({ kind: 'source-deleted', dataID: dataId, source: name })
  const isUsed = usedBy.length > 0
  return (
    <Stack>
      <Text>
        {isUsed ? t('calculations.delete.used', { sources: usedBy.join(', ') }) : t('calculations.delete.help')}
      </Text>
      {isUsed ? undefined : <Consequences {...consequences} />}
      {remove.isError && (
        <FormFailure text={t('calculations.failed.delete')} advice={calculationFailure(remove.error)} />
      )}
      <div className={classes['foot']}>
        <Button variant="default" onClick={onDone} data-autofocus>
          {isUsed ? t('calculations.back') : t('calculations.cancel')}
        </Button>
        {!isUsed && (
          <Button
            color="red"
            loading={remove.isPending}
            disabled={!ready}
            onClick={() => remove.mutate(name, { onSuccess: onDone })}
          >
            {t('calculations.delete')}
          </Button>
        )}
      </div>
    </Stack>
  )
}
