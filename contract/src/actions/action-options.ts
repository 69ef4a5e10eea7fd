import { isObject, parseJson } from '../text/json.ts'
import { z } from 'zod'
import { ActionMethod, type ActionPayload } from './action-messages.ts'

/** What can be asked of a unit, by setting (`actionClass`). */
export const ACTION_CLASSES = ['Xetasense', 'Tdwlb', 'Unit'] as const
export const ActionClass = z.enum(ACTION_CLASSES, 'fields.no-setting')
export type ActionClass = z.infer<typeof ActionClass>

/** Settings whose configuration is kept as versions. */
export const CONFIGURED_CLASSES = ['Xetasense', 'Tdwlb'] as const
export const ConfiguredClass = z.enum(CONFIGURED_CLASSES, 'fields.no-configuration')
export type ConfiguredClass = z.infer<typeof ConfiguredClass>

export const READ = 'Read'
export const UPDATE = 'Update'
export const LIST_CONFIG = 'ListConfigInfo'
export const UPDATE_CONFIG = 'UpdateConfig'

const ActionOption = z.object({
  method: ActionMethod,
  /** What is sent: a text, or an example of an object for people to fill in. */
  payload: z.union([z.string(), z.record(z.string(), z.unknown())]),
  /** It interrupts the work of the unit: people are asked before it is sent. */
  disruptive: z.boolean().optional(),
})
type ActionOption = z.infer<typeof ActionOption>

export const ActionSetting = z.object({
  name: z.string(),
  /** By name, as requests and results have it. */
  actions: z.record(z.string(), ActionOption),
})
export type ActionSetting = z.infer<typeof ActionSetting>

export const ActionOptions = z.record(z.string(), ActionSetting)
export type ActionOptions = z.infer<typeof ActionOptions>

const CONFIGURATION: Readonly<Record<string, ActionOption>> = {
  [READ]: { method: 'GET', payload: LIST_CONFIG },
  [UPDATE]: { method: 'PUT', payload: { [UPDATE_CONFIG]: {} } },
}

export const ACTION_OPTIONS: Readonly<Record<ActionClass, ActionSetting>> = {
  Xetasense: { name: 'XetaSense', actions: CONFIGURATION },
  Tdwlb: { name: 'TDWLB', actions: CONFIGURATION },
  Unit: {
    name: 'Unit',
    actions: {
      Ping: { method: 'GET', payload: 'Ping' },
      Reboot: { method: 'POST', payload: 'Reboot', disruptive: true },
      /** Seconds. */
      SetReportInterval: { method: 'PUT', payload: { SetReportInterval: 60 } },
    },
  },
}

/** The name of a request: that of the option with its method and word, or else the word. */
export function actionNameOf(actionClass: ActionClass, method: ActionMethod, payload: ActionPayload): string {
  const word = wordOf(payload)
  const options = Object.entries(ACTION_OPTIONS[actionClass].actions)
  const known = options.find(([, option]) => option.method === method && wordOf(option.payload) === word)
  return known?.[0] ?? (word === '' ? method : word.slice(0, LONGEST_NAME))
}

const LONGEST_NAME = 64

function wordOf(payload: ActionPayload): string {
  return typeof payload === 'string' ? payload : (Object.keys(payload)[0] ?? '')
}

/** Whether a payload is that of an option that interrupts the work of a unit, whatever its method. */
export function isDisruptive(options: ActionOptions, setting: string, payload: ActionPayload): boolean {
  const actions = Object.values(options[setting]?.actions ?? {})
  const word = wordOf(payload)
  return actions.some((option) => option.disruptive === true && wordOf(option.payload) === word)
}

/** The configuration that an Update carries, as an object or as its JSON text; undefined for anything else. */
export function configurationOf(payload: ActionPayload): Readonly<Record<string, unknown>> | undefined {
  if (typeof payload === 'string') return undefined
  return readObject(payload[UPDATE_CONFIG])
}

/** An object, given as it is or as JSON text; undefined for anything else. */
export function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const read = typeof value === 'string' ? parseJson(value) : value
  return isObject(read) ? read : undefined
}
