import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '@fieldwatch/contract/api/endpoint'
import { addErrors, errorsOfThing, type ErrorsOfThing } from '@fieldwatch/contract/api/errors'
import { EntityId, UtcTime } from '@fieldwatch/contract/api/ids'
import { SeenVersion, Version } from '@fieldwatch/contract/api/version'
import { isBrokerAddress, isWebAddress } from '@fieldwatch/contract/text/web-address'
import { line } from '@fieldwatch/contract/text/text'
import { Sentence } from '@fieldwatch/contract/text/sentence'

/** The most LoRaWAN network servers of one entity. */
export const MOST_NETWORK_SERVERS = 10

export const NetworkServerKind = z.enum(['things-stack', 'chirpstack'])
export type NetworkServerKind = z.infer<typeof NetworkServerKind>

export const NetworkServerId = z.string().min(1).max(64).brand<'NetworkServerId'>()
export type NetworkServerId = z.infer<typeof NetworkServerId>

const URL_PROBLEM = 'fields.network-server-url'
const KEY_PROBLEM = 'fields.network-server-key'
const BROKER_PROBLEM = 'fields.network-server-broker'
const APPLICATION_PROBLEM = 'fields.network-server-application'

/** It becomes a header: only what can be seen of ASCII. */
const ApiKey = z.string().regex(/^[\x21-\x7e]{1,1000}$/, KEY_PROBLEM)

/** MQTT counts the length of a password in bytes, with two of them. */
const BrokerPassword = line(1_000)

const Application = z.string().regex(/^[A-Za-z0-9_-]{0,64}$/, APPLICATION_PROBLEM)

const PORT_PROBLEM = 'fields.downlink-port'

/** Ports that applications may use (LoRaWAN 1.0.4, 4.3.2). */
export const DownlinkPort = z.number(PORT_PROBLEM).int(PORT_PROBLEM).min(1, PORT_PROBLEM).max(223, PORT_PROBLEM)

const fields = {
  name: line(100).min(1, 'fields.name-required'),
  kind: NetworkServerKind,
  /** The address of The Things Stack itself, or of the REST API of ChirpStack. */
  url: line(1_000).refine(isWebAddress, URL_PROBLEM),
  application: Application,
  fPort: DownlinkPort,
  /** Whether devices acknowledge a downlink. */
  confirmed: z.boolean(),
  /** Only for The Things Stack: whether its Storage Integration is read for uplinks that its webhook could not deliver. */
  catchUp: z.boolean().default(false),
  /** Only for ChirpStack: its MQTT broker, from which the portal receives what devices send; empty: it does not. */
  brokerUrl: line(1_000)
    .refine((text) => text === '' || isBrokerAddress(text), BROKER_PROBLEM)
    .default(''),
  /** Empty: it signs in without a name. */
  brokerUser: line(200).default(''),
}

/** What does not fit together in a network server, by field. */
export function findNetworkServerProblems({
  kind,
  application,
  brokerUrl = '',
}: {
  kind: NetworkServerKind
  application: string
  brokerUrl?: string
}): Record<string, string> {
  if (kind === 'chirpstack') return {}
  return {
    ...(application === '' ? { application: 'fields.network-server-needs-application' } : {}),
    ...(brokerUrl === '' ? {} : { brokerUrl: 'fields.network-server-broker-kind' }),
  }
}

/** A new network server as people enter it. */
export const NetworkServerDraft = z
  .object({ ...fields, key: ApiKey, brokerPassword: BrokerPassword.default('') })
  .superRefine((draft, context) => {
    for (const [field, message] of Object.entries(findNetworkServerProblems(draft)))
      context.addIssue({ code: 'custom', path: [field], message })
  })
export type NetworkServerDraft = z.infer<typeof NetworkServerDraft>

/** What a person changes; an API key that is left out stays. */
export const NetworkServerChange = z.object({
  networkServerID: NetworkServerId,
  name: fields.name.optional(),
  url: fields.url.optional(),
  application: fields.application.optional(),
  fPort: fields.fPort.optional(),
  confirmed: fields.confirmed.optional(),
  catchUp: z.boolean().optional(),
  brokerUrl: fields.brokerUrl.removeDefault().optional(),
  brokerUser: fields.brokerUser.removeDefault().optional(),
  active: z.boolean().optional(),
  key: ApiKey.optional(),
  /** Left out: the one that there is stays; empty: it signs in without a password. */
  brokerPassword: BrokerPassword.optional(),
  version: SeenVersion,
})
export type NetworkServerChange = z.infer<typeof NetworkServerChange>

/** A LoRaWAN network server to which requests to the units of an entity go. Neither its API key nor its password is shown. */
export const NetworkServer = z.object({
  networkServerID: NetworkServerId,
  entity: EntityId,
  ...fields,
  name: z.string(),
  url: z.string(),
  catchUp: z.boolean(),
  brokerUrl: z.string(),
  brokerUser: z.string(),
  active: z.boolean(),
  /** Since when it takes no downlinks; null: it took the last one, or there was none. */
  failingSinceUTC: UtcTime.nullable(),
  /** What went wrong last, for a person. */
  lastError: Sentence.nullable(),
  /** When it last took a downlink. */
  lastSuccessUTC: UtcTime.nullable(),
  /** When missed uplinks were last read. */
  caughtUpUTC: UtcTime.nullable(),
  /** Why they could not be read, for a person. */
  catchUpError: Sentence.nullable(),
  /** Since when the portal is connected to the broker; null: it is not. */
  brokerConnectedUTC: UtcTime.nullable(),
  /** When the last message came from the broker. */
  brokerMessageUTC: UtcTime.nullable(),
  /** Why it is not connected, or what is wrong with the messages, for a person. */
  brokerError: Sentence.nullable(),
  version: Version,
})
export type NetworkServer = z.infer<typeof NetworkServer>

declare module '@fieldwatch/contract/api/errors' {
  interface AddedErrors extends ErrorsOfThing<'network-server'> {}
}
addErrors(errorsOfThing('network-server'))

const userEndpoint = endpointsWith({ tag: 'network-servers', errors: ['network-server/', 'entity/'] })

export const listNetworkServers = userEndpoint(`GET ${API_BASE}/network-servers`, {
  summary: 'The LoRaWAN network servers of an entity in reach, or of the own one (admin)',
  query: z.object({ entity: EntityId.optional() }),
  reply: envelope(z.array(NetworkServer)),
})

export const createNetworkServer = userEndpoint(`POST ${API_BASE}/network-servers`, {
  idempotent: true,
  summary: 'Add a LoRaWAN network server to an entity in reach (admin); requests to its devices then go there',
  body: NetworkServerDraft.safeExtend({ entity: EntityId.optional() }),
  reply: envelope(NetworkServer),
})

export const updateNetworkServer = userEndpoint(`PUT ${API_BASE}/network-servers`, {
  summary: 'Change a LoRaWAN network server, or switch it on or off (admin); what is left out stays, the API key too',
  body: NetworkServerChange,
  reply: envelope(NetworkServer),
})

export const removeNetworkServer = userEndpoint(`DELETE ${API_BASE}/network-servers`, {
  summary: 'Remove a LoRaWAN network server (admin); requests that wait for it stay until they expire',
  body: z.object({ networkServerID: NetworkServerId }),
})
