import { createMeasures, type Measures } from '@fieldwatch/contract/measures/measure'
import { preferenceOf } from '@fieldwatch/contract/measures/measure-preference'
import { useMemo } from 'react'
import { useMe } from '#platform/session/me-queries.ts'

/** The measures in which the signed-in user reads values: the same function as long as the preference stays. */
export function useMeasures(): Measures {
  const { measures, entityMeasures } = useMe()
  return useMemo(() => createMeasures(preferenceOf(measures, entityMeasures)), [measures, entityMeasures])
}
