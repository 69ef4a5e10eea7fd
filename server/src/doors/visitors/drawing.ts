import type { UserId } from '@fieldwatch/contract/api/ids'
import type { DrawnReader } from '@fieldwatch/contract/visitors/drawn-page'
import type { Visit } from './visit.ts'

/** A screen of visitors that is drawn for one person. */
export interface Drawing {
  readonly person: UserId
  readonly reader: DrawnReader
  readonly language: string
  /** At the foot of each page. */
  readonly title: string
  /** Judges what the person may read at this moment; asked at each read. Undefined: nothing. */
  readonly look: () => Promise<Visit | undefined>
  readonly signal: AbortSignal
}

/** Draws a screen as PDF. @throws Error when it can't be drawn; DomainError data/too-many-reads */
export type Draw = (drawing: Drawing) => Promise<Buffer>
