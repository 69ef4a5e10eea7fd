import type { Equation } from '@fieldwatch/contract/calculations/equation'
import type { FollowedFields } from '#records/arrivals/followed-numbers.ts'
import type { ClaimedCalculation } from './computation-store.ts'

/** The sources of a calculation with what the equation reads of each. */
export function inputsOf({ inputs }: ClaimedCalculation, { variables }: Equation): FollowedFields[] {
  const split = variables.map((name) => name.split('.') as [string, string])
  return inputs.map((input) => {
    const places = [...split.keys()].filter((place) => split[place]?.[0] === input.source)
    return { ...input, places, fields: places.map((place) => split[place]?.[1] ?? '') }
  })
}
