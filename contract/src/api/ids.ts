import { z } from 'zod'

/** The name of a unit: what it signs in with, and part of its topics and addresses. */
export const DataId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'fields.data-id')
  .brand<'DataId'>()
export type DataId = z.infer<typeof DataId>

const id = z.string().min(1).max(64)

export const EntityId = id.brand<'EntityId'>()
export type EntityId = z.infer<typeof EntityId>

export const UserId = id.brand<'UserId'>()
export type UserId = z.infer<typeof UserId>

export const SessionId = id.brand<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>

export const ProgramTokenId = id.brand<'ProgramTokenId'>()
export type ProgramTokenId = z.infer<typeof ProgramTokenId>

export const TemplateId = id.brand<'TemplateId'>()
export type TemplateId = z.infer<typeof TemplateId>

export const AppId = id.brand<'AppId'>()
export type AppId = z.infer<typeof AppId>

export const SimId = id.brand<'SimId'>()
export type SimId = z.infer<typeof SimId>

export const AlertId = id.brand<'AlertId'>()
export type AlertId = z.infer<typeof AlertId>

export const LabelId = id.brand<'LabelId'>()
export type LabelId = z.infer<typeof LabelId>

/** The name of a source or of a field, as a unit sends it. */
export const NAME_PATTERN = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

/** Whether a source or a field may have the name. */
export function isName(text: string): boolean {
  return NAME_PATTERN.test(text)
}

/** A named data collection of a unit (`subject` in the Data API). */
export const SourceName = z.string().regex(NAME_PATTERN, 'fields.source-name').brand<'SourceName'>()
export type SourceName = z.infer<typeof SourceName>

/** ISO 8601 in UTC with milliseconds, as every time that we send. */
export const UtcTime = z.iso.datetime({ precision: 3 })
