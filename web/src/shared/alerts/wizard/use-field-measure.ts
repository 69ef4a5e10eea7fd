import { type Measure, sentMeasures } from '@fieldwatch/contract/measures/measure'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useMeasures } from '#shared/measures/use-measures.ts'
import type { AlertForm } from './alert-form.ts'
import { fieldUnitQuery } from './wizard-queries.ts'

/** How the person reads the values of the field that is chosen; undefined while that is not known. */
export function useFieldMeasure({ devices, source, field }: AlertForm): Measure | undefined {
  const { data, isLoading } = useQuery(fieldUnitQuery(useApi(), { devices, source, field }))
  const measures = useMeasures()
  if (!isLoading) return measures(data)
  return measures === sentMeasures ? measures(undefined) : undefined
}
