import { createMeasures, type Measures, sentMeasures } from '@fieldwatch/contract/measures/measure'
import { preferenceOf } from '@fieldwatch/contract/measures/measure-preference'
import { useMemo } from 'react'
import { useMe } from '#platform/session/me-queries.ts'

/** The measures in which the signed-in user reads values: the same function as long as the preference stays, `sentMeasures` without one. */
export function useMeasures(): Measures {
  const { measures, entityMeasures } = useMe()
  return useMemo(() => {
    const preference = preferenceOf(measures, entityMeasures)
    const isAsSent = preference.system === 'sent' && preference.dimensions === undefined
    return isAsSent ? sentMeasures : createMeasures(preference)
  }, [measures, entityMeasures])
}
