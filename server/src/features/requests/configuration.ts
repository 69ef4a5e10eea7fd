import {
  type ActionClass,
  CONFIGURED_CLASSES,
  type ConfiguredClass,
  configurationOf,
  LIST_CONFIG,
  READ,
  readObject,
  UPDATE,
  UPDATE_CONFIG,
} from '@fieldwatch/contract/actions/action-options'
import type { ActionMethod, ActionPayload } from '@fieldwatch/contract/actions/action-messages'

export type ConfigurationObject = Readonly<Record<string, unknown>>

interface Answered {
  readonly actionClass: ActionClass
  readonly action: string
  readonly payload: ActionPayload
  /** What the unit answered besides the status. */
  readonly result: string | undefined
}

export function isConfigured(actionClass: string): actionClass is ConfiguredClass {
  return CONFIGURED_CLASSES.some((configured) => configured === actionClass)
}

/** What is asked of a unit. */
export interface AskedOfUnit {
  readonly actionClass: string
  readonly method: ActionMethod
  readonly payload: ActionPayload
}

/** Whether a request is what the sensor screens send: a Read, or an Update of a whole configuration and nothing else. */
export function isOfSensorScreens({ actionClass, method, payload }: AskedOfUnit): boolean {
  if (!isConfigured(actionClass)) return false
  if (typeof payload === 'string') return method === 'GET' && payload === LIST_CONFIG
  return method === 'PUT' && Object.keys(payload).length === 1 && configurationOf(payload) !== undefined
}

/**
 * The configuration of a unit in a result with status OK: that of a Read is in its payload; that of an Update too, or is what
 * was asked for when the payload has none.
 */
export function reportedBy({ actionClass, action, payload, result }: Answered): ConfigurationObject | undefined {
  if (!isConfigured(actionClass)) return undefined
  const answer = unwrap(readObject(result))
  if (action === READ) return answer !== undefined && Object.keys(answer).length > 0 ? answer : undefined
  if (action !== UPDATE) return undefined
  const asked = configurationOf(payload)
  const isOfConfiguration = answer !== undefined && Object.keys(asked ?? {}).some((name) => Object.hasOwn(answer, name))
  return isOfConfiguration ? answer : asked
}

/** Some firmware wraps its answer in the name of the request. */
function unwrap(answer: ConfigurationObject | undefined): ConfigurationObject | undefined {
  const [only, ...others] = Object.keys(answer ?? {})
  if (answer === undefined || others.length > 0 || (only !== LIST_CONFIG && only !== UPDATE_CONFIG)) return answer
  return readObject(answer[only]) ?? answer
}

/** Whether a unit reports all that was asked for; it may report more besides. */
export function covers(reported: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(reported) &&
      reported.length === wanted.length &&
      wanted.every((item, index) => covers(reported[index], item))
    )
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof reported !== 'object' || reported === null) return false
    const object = reported as ConfigurationObject
    return Object.entries(wanted).every(([name, value]) => Object.hasOwn(object, name) && covers(object[name], value))
  }
  return reported === wanted
}
