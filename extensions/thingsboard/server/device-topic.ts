/** What a topic of a device means. Answers go to `reply`, in the long or the short form as the device asked. */
type DeviceTopic =
  | { readonly kind: 'telemetry' }
  | { readonly kind: 'attributes' }
  | { readonly kind: 'attribute-request'; readonly reply: string }
  /** A question of the device. */
  | { readonly kind: 'rpc'; readonly reply: string }
  /** The answer of the device to a request. */
  | { readonly kind: 'rpc-answer'; readonly id: number }
  | { readonly kind: 'unknown' }

const LONG = /^v1\/devices\/me\/(telemetry|attributes|attributes\/request|rpc\/request|rpc\/response)(?:\/(\d{1,15}))?$/
const SHORT = /^v2\/(t|a|a\/req|r\/req|r\/res)(?:\/j)?(?:\/(\d{1,15}))?$/

const SHORT_NAMES: Readonly<Record<string, string>> = {
  t: 'telemetry',
  a: 'attributes',
  'a/req': 'attributes/request',
  'r/req': 'rpc/request',
  'r/res': 'rpc/response',
}

export function readDeviceTopic(topic: string): DeviceTopic {
  const long = LONG.exec(topic)
  const [, name = '', id] = long ?? SHORT.exec(topic) ?? []
  switch (long === null ? SHORT_NAMES[name] : name) {
    case 'telemetry':
      return id === undefined ? { kind: 'telemetry' } : UNKNOWN
    case 'attributes':
      return id === undefined ? { kind: 'attributes' } : UNKNOWN
    case 'attributes/request':
      if (id === undefined) return UNKNOWN
      return { kind: 'attribute-request', reply: long === null ? `v2/a/res/${id}` : `${ME}/attributes/response/${id}` }
    case 'rpc/request':
      if (id === undefined) return UNKNOWN
      return { kind: 'rpc', reply: long === null ? `v2/r/res/${id}` : `${ME}/rpc/response/${id}` }
    case 'rpc/response':
      return id === undefined ? UNKNOWN : { kind: 'rpc-answer', id: Number(id) }
    default:
      return UNKNOWN
  }
}

/** What a gateway publishes for the devices behind it. */
export type GatewayTopic = 'connect' | 'disconnect' | 'telemetry' | 'attributes' | 'attributes/request' | 'rpc'

const GATEWAY = /^v1\/gateway\/(connect|disconnect|telemetry|attributes|attributes\/request|rpc)$/

export function readGatewayTopic(topic: string): GatewayTopic | undefined {
  return GATEWAY.exec(topic)?.[1] as GatewayTopic | undefined
}

/** Where a gateway hears of requests to its devices, of their shared attributes, and the answers to what it asks about them. */
export const GATEWAY_TOPICS = {
  requests: 'v1/gateway/rpc',
  attributes: 'v1/gateway/attributes',
  answers: 'v1/gateway/attributes/response',
} as const

const UNKNOWN: DeviceTopic = { kind: 'unknown' }

const ME = 'v1/devices/me'

/** Whether a topic belongs to ThingsBoard's device API. */
export function isOfThingsBoard(topic: string): boolean {
  return topic.startsWith('v1/devices/me/') || topic.startsWith('v1/gateway/') || topic.startsWith('v2/')
}

/** How requests reach a device: the address of a request, and where its shared attributes change. */
export const REQUEST_TOPICS = [
  { requests: `${ME}/rpc/request/`, attributes: `${ME}/attributes` },
  { requests: 'v2/r/req/', attributes: 'v2/a' },
] as const

/** By these a device or a gateway gets requests and changes of the configuration. */
export const REQUEST_FILTERS: ReadonlySet<string> = new Set([
  ...REQUEST_TOPICS.flatMap(({ requests, attributes }) => [`${requests}+`, attributes]),
  GATEWAY_TOPICS.requests,
  GATEWAY_TOPICS.attributes,
])

/** Whether a device may subscribe to it: to one answer, too, as `mosquitto_rr` does. */
export function maySubscribe(filter: string): boolean {
  return FILTERS.has(filter.replace(/(?<=\/res(?:ponse)?\/)\d{1,15}$/, '+'))
}

const FILTERS: ReadonlySet<string> = new Set([
  ...REQUEST_FILTERS,
  `${ME}/attributes/response/+`,
  `${ME}/rpc/response/+`,
  'v2/a/res/+',
  'v2/r/res/+',
  GATEWAY_TOPICS.answers,
])
