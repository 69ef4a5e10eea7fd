/** Why something failed, to end a sentence with: without the period that the reason may have itself. */
export function reasonText(error: unknown): string {
  const message =
    error instanceof AggregateError ? String(error.errors[0]) : error instanceof Error ? error.message : ''
  return withoutPeriod(message || String(error))
}

/** The text of a sentence that goes on or ends in another one. */
export function withoutPeriod(sentence: string): string {
  return sentence.trim().replace(/\.$/, '')
}
