import type { Template } from '@fieldwatch/contract/templates/templates'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import { calculatedLooks, hasBareResults, withCalculatedLooks } from '@fieldwatch/contract/templates/calculated-looks'
import { calculationsQuery } from './calculation-queries.ts'

/** The template of the open unit as it is shown: results of calculated sources have a name and a unit. */
export function useShownTemplate(): Template | null {
  const { unit, template } = useUnit()
  const isBare = useMemo(() => template !== null && hasBareResults(template), [template])
  const { data } = useQuery({ ...calculationsQuery(useApi(), unit.dataID), enabled: isBare })
  return useMemo(
    () => (template === null || data === undefined ? template : withCalculatedLooks(template, calculatedLooks(data))),
    [template, data],
  )
}
