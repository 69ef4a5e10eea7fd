import type { DataId } from '@fieldwatch/contract/api/ids'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { readingText } from '#shared/charts/value-text.ts'
import type { CalculationForm } from './calculation-form.ts'
import { newestQuery } from './calculation-queries.ts'
import classes from './calculations.module.css'
import { type DataRecord, type LatestRecord, toNumber } from '@fieldwatch/contract/telemetry/data'
import { compileEquation } from '@fieldwatch/contract/calculations/equation'
import { t } from './texts.ts'

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
      <Text c="dimmed">{t('calculations.result')}</Text>
      <Text component="output" fw={600} className={classes['result'] ?? ''}>
        {isAsked ? textOf() : '–'}
      </Text>
    </div>
  )

  function textOf(): string {
    if (newest.isError) return t('calculations.result.failed')
    if (newest.data === undefined) return '…'
    const result = newestResult(form.equation, newest.data)
    return result === undefined
      ? t('calculations.result.none')
      : readingText(result, form.unit.trim() === '' ? undefined : form.unit.trim())
  }
}

/** What an equation gives now, from the newest record of each source; undefined when it gives nothing. */
function newestResult(equation: string, latest: readonly LatestRecord[]): number | undefined {
  const compiled = compileEquation(equation).equation
  if (compiled === undefined) return undefined
  const records = new Map<string, DataRecord>(latest.map(({ subject, record }) => [subject, record as DataRecord]))
  const values = compiled.variables.map((name) => {
    const [source = '', field = ''] = name.split('.')
    const value = toNumber(records.get(source)?.[field])
    return Number.isNaN(value) ? undefined : value
  })
  return compiled.evaluate(values)
}
