import type { z } from 'zod'
import { writeSentence } from '#platform/texts/write-sentence.ts'

/** The first message for each field of a form, by its path (`newEntity.name`). */
export function formErrors(result: z.ZodSafeParseResult<unknown>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of result.error?.issues ?? []) errors[path.join('.')] ??= writeSentence(message)
  return errors
}

/** The first message for a value; undefined for a valid one. */
export function firstProblem({ error }: z.ZodSafeParseResult<unknown>): string | undefined {
  const message = error?.issues[0]?.message
  return message === undefined ? undefined : writeSentence(message)
}
