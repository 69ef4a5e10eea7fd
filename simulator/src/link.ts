import type { SimulatedRecord } from './generator.ts'

/** The way from a unit to the portal. Misbehaviours wrap one and are one. */
export interface Link {
  /** Resolves when the portal has acknowledged the record. */
  send(record: SimulatedRecord): Promise<void>
  /** Sends whatever it is given, as a message of the source. */
  sendRaw(source: string, payload: string): Promise<void>
  close(): Promise<void>
}
