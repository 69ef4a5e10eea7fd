import type { z } from 'zod'

/** The first message for each field of a form, by its path (`newEntity.name`). */
export function formErrors(result: z.ZodSafeParseResult<unknown>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of result.error?.issues ?? []) errors[path.join('.')] ??= message
  return errors
}
