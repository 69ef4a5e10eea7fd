import type { DataId } from '@fieldwatch/contract/ids'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { readingText } from '#shared/charts/value-text.ts'
import type { CalculationForm } from './calculation-form.ts'
import { newestQuery } from './calculation-queries.ts'
import { newestResult } from './newest-result.ts'
import classes from './calculations.module.css'

interface CalculationPreviewProps {
  dataId: DataId
  form: CalculationForm
  /** The equation cannot be computed. */
  hasProblem: boolean
}

/** What the equation gives from the newest records. */
export function CalculationPreview({ dataId, form, hasProblem }: CalculationPreviewProps) {
  const isAsked = !hasProblem && form.equation.trim() !== ''
  const newest = useQuery({ ...newestQuery(useApi(), dataId), enabled: isAsked })
  return (
    <div className={classes['preview']}>
      <Text c="dimmed">Newest result</Text>
      <Text component="output" fw={600} className={classes['result'] ?? ''}>
        {isAsked ? textOf() : '–'}
      </Text>
    </div>
  )

  function textOf(): string {
    if (newest.isError) return 'The newest records could not be read.'
    if (newest.data === undefined) return '…'
    const result = newestResult(form.equation, newest.data)
    return result === undefined
      ? 'None: a value is missing, or something is divided by zero.'
      : readingText(result, form.unit.trim() === '' ? undefined : form.unit.trim())
  }
}
