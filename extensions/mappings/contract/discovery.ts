import { fieldNameOf, parsePayload } from './apply-mapping.ts'
import { parseJsonPath } from './json-path.ts'
import { type Mapping, type MappedValue, MOST_MAPPED_VALUES } from './mappings.ts'

/** Reads the retained configuration that devices publish for Home Assistant (MQTT discovery): names and units of measure. */

/** A mapping for one state topic, with what the device calls itself. */
interface DiscoveredMapping {
  readonly name: string
  readonly mapping: Mapping
}

const CONFIG_TOPIC = /^homeassistant\/[^/]+\/(?:[^/]+\/)?([^/]+)\/config$/

/** `{{ value_json.a.b }}` and `{{ value_json['a'] }}`, with filters such as `| float`; other templates are programs and are not read. */
const TEMPLATE =
  /^\s*\{\{\s*value_json((?:\.\w{1,64}|\[\d{1,6}\]|\[['"][^'"\\\]]{1,64}['"]\]){1,16})\s*(?:\|[^}]{0,60})?\}\}\s*$/

const BARE_TEMPLATE = /^\s*(?:\{\{\s*value\s*(?:\|[^}]{0,60})?\}\}\s*)?$/

/** The mappings of the state topics that configurations name, in the order of the first configuration of each. */
export function mappingsOfDiscovery(
  messages: readonly { readonly topic: string; readonly payload: string }[],
): readonly DiscoveredMapping[] {
  const found = new Map<string, { name: string; values: Map<string, MappedValue> }>()
  for (const message of messages) {
    const config = readConfig(message)
    if (config === undefined) continue
    const { topic, name, value } = config
    const known = found.get(topic) ?? { name, values: new Map<string, MappedValue>() }
    found.set(topic, known)
    // The newest configuration of a field wins.
    if (known.values.size < MOST_MAPPED_VALUES || known.values.has(value.field)) known.values.set(value.field, value)
  }
  return [...found].map(([topic, { name, values }]) => ({
    name,
    mapping: { topic, unit: { from: 'sender' }, time: { format: 'arrival' }, values: [...values.values()] },
  }))
}

/** Whether a message is such a configuration. */
export function isDiscovery(topic: string): boolean {
  return CONFIG_TOPIC.test(topic)
}

interface Config {
  readonly topic: string
  readonly name: string
  readonly value: MappedValue
}

function readConfig({ topic, payload }: { readonly topic: string; readonly payload: string }): Config | undefined {
  const objectId = CONFIG_TOPIC.exec(topic)?.[1]
  const config = parsePayload(payload)
  if (objectId === undefined || typeof config !== 'object' || config === null) return undefined
  const text = textsOf(config)
  const base = text('~')
  const state = text('state_topic', 'stat_t').replace(/^~/, base).replace(/~$/, base)
  const path = pathOf(text('value_template', 'val_tpl'))
  if (state === '' || /[#+{}]/.test(state) || path === undefined) return undefined
  const unit = text('unit_of_measurement', 'unit_of_meas').slice(0, 20)
  const device: unknown = 'device' in config ? config.device : 'dev' in config ? config.dev : undefined
  const deviceName = typeof device === 'object' && device !== null ? textsOf(device)('name') : ''
  const steps = parseJsonPath(path) ?? []
  const field = (steps.length === 0 ? fieldNameOf([objectId]) : fieldNameOf(steps)).slice(0, 64)
  return {
    topic: state,
    name: (deviceName === '' ? state : deviceName).slice(0, 100),
    value: { path, source: 'state', field, ...(unit === '' ? {} : { unit }) },
  }
}

/** The first text among some names, else the empty text. */
function textsOf(object: object): (...names: readonly string[]) => string {
  const own = new Map<string, unknown>(Object.entries(object))
  return (...names) => {
    const found = names.map((name) => own.get(name)).find((value) => typeof value === 'string')
    return typeof found === 'string' ? found : ''
  }
}

function pathOf(template: string): string | undefined {
  if (BARE_TEMPLATE.test(template)) return ''
  const [, steps] = TEMPLATE.exec(template) ?? []
  const path = steps?.replaceAll("'", '"').replace(/^\./, '')
  return path === undefined || parseJsonPath(path) === undefined ? undefined : path
}
