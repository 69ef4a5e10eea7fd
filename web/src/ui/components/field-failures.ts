import { ApiError, type FailureCode } from '#platform/api/api-error.ts'

/** The field of a form that a failure of the portal is about, by its code. */
export type FieldOfCode = Readonly<Partial<Record<FailureCode, string>>>

/** What the portal refuses of a picture, as a failure of `field`. */
export function pictureFailures(field: string): FieldOfCode {
  return Object.fromEntries(PICTURE_CODES.map((code) => [code, field]))
}

/** The failure's sentence at the field that it is about; empty when it is about none. The form's footer shows it too. */
export function fieldFailures(error: unknown, fields: FieldOfCode): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const field = fields[error.code]
  return field === undefined ? {} : { [field]: error.message }
}

/** What a refusal says of the fields of a form. */
export function refusedFields(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.details.fields : {}
}

const PICTURE_CODES: readonly FailureCode[] = [
  'file/empty',
  'file/too-large',
  'file/type-unsupported',
  'file/type-mismatch',
  'file/too-many-pixels',
  'file/unreadable',
]
