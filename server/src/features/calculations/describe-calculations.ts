import type { Calculation } from '@fieldwatch/contract/calculations/calculations'
import { dependenciesOf } from './calculation-policy.ts'
import type { StoredCalculation } from './calculation-store.ts'

/** The calculated sources of a unit as the API describes them. */
export function describeCalculations(calculations: readonly StoredCalculation[]): Calculation[] {
  const dependencies = dependenciesOf(calculations)
  return calculations.map(({ dataId, name, equation, unit, startAt, values, ...fill }) => ({
    dataID: dataId,
    name,
    equation,
    unit,
    startDate: new Date(startAt).toISOString(),
    values: [...values],
    progress: { done: fill.fillDone, total: fill.fillTotal ?? 0, finished: fill.filledTo === undefined },
    version: fill.version,
    usedBy: calculations.filter((other) => dependencies.get(other.name)?.includes(name)).map((other) => other.name),
  }))
}
