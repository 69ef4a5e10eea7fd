import type { Calculation } from '@fieldwatch/contract/calculations'
import type { DataId } from '@fieldwatch/contract/ids'
import { Button, Stack, Text } from '@mantine/core'
import { Dependants, useDependants } from '#shared/deletion/dependants.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { calculationFailure } from './calculation-failure.ts'
import { useRemoveCalculation } from './calculation-queries.ts'
import classes from './calculations.module.css'

interface RemoveCalculationProps {
  dataId: DataId
  calculation: Calculation
  onDone: () => void
}

/** Shows what depends on a calculated source, and asks once more. */
export function RemoveCalculation({ dataId, calculation: { name, usedBy }, onDone }: RemoveCalculationProps) {
  const remove = useRemoveCalculation(dataId)
  const { ready, ...dependants } = useDependants({ kind: 'source', id: dataId, source: name })
  const isUsed = usedBy.length > 0
  return (
    <Stack>
      <Text>
        {isUsed
          ? `It cannot be deleted while others are computed from it: ${usedBy.join(', ')}.`
          : 'All of its records are deleted with it. The values that it is computed from stay as they are.'}
      </Text>
      {isUsed ? undefined : <Dependants {...dependants} />}
      {remove.isError && <FormFailure text="The source was not deleted." advice={calculationFailure(remove.error)} />}
      <div className={classes['foot']}>
        <Button variant="default" onClick={onDone} data-autofocus>
          {isUsed ? 'Back' : 'Cancel'}
        </Button>
        {!isUsed && (
          <Button
            color="red"
            loading={remove.isPending}
            disabled={!ready}
            onClick={() => remove.mutate(name, { onSuccess: onDone })}
          >
            Delete
          </Button>
        )}
      </div>
    </Stack>
  )
}
