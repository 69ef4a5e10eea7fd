import { type DomainError, isDomainError } from './domain-error.ts'

/** The error with which a policy refuses; undefined when it permits. For work that skips what is refused. */
export function refusalOf(judge: () => void): DomainError | undefined {
  try {
    judge()
    return undefined
  } catch (error) {
    if (isDomainError(error)) return error
    throw error
  }
}
