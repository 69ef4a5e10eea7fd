import type { FieldErrors } from '@fieldwatch/contract/api/errors'
import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { DomainError } from '#platform/errors/domain-error.ts'

/** The most invalid fields that a refusal lists. */
const FIELDS_LISTED = 100

/**
 * Checks a part of a request against its schema. Writes sentences for the issues that the refusal lists only: `safeParse` writes
 * one for each element of a list of 10,000 bad values, which takes longer than finding them.
 */
export const compileCheck: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input: unknown) => {
    const context = { async: false }
    const checked = schema._zod.run({ value: input, issues: [] }, context)
    if (checked instanceof Promise) throw new Error('schemas of requests are not asynchronous')
    if (checked.issues.length === 0) return { value: checked.value }
    const issues = checked.issues.slice(0, FIELDS_LISTED)
    return { error: invalid(issues.map((issue) => z.core.util.finalizeIssue(issue, context, z.core.config()))) }
  }

function invalid(issues: readonly z.core.$ZodIssue[]): DomainError {
  const fields: FieldErrors = {}
  for (const { path, message } of issues) fields[path.join('.')] ??= message
  const [message] = Object.values(fields)
  return new DomainError('request/invalid', { ...(message === undefined ? {} : { message }), details: { fields } })
}
