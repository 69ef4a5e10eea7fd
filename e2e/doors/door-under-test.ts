import type { Portal } from '../support/portal.ts'
import type { Rhythm, Send } from './numbered-device.ts'

/** A unit that a device of another maker sends for. */
export interface SendingUnit {
  readonly dataID: string
  readonly token: string
  readonly devEUI: string
  readonly imei: string
}

export interface Surroundings {
  readonly portal: Portal
  /** The token of a program that sends for all units of the entity. */
  readonly programToken: string
}

/** How devices of one protocol send, and where their records are stored. */
export interface DoorUnderTest {
  readonly name: string
  /** In words, as its documentation has it. */
  readonly rule: string
  readonly source: string
  readonly field: string
  readonly batch: Rhythm['batch']
  readonly retryMs: Rhythm['retryMs']
  readonly open: (unit: SendingUnit, around: Surroundings) => OpenedDevice
}

export interface OpenedDevice {
  readonly send: Send
  readonly close?: () => Promise<void>
}
