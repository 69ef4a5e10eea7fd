import type { EntityId } from '@fieldwatch/contract/api/ids'
import {
  findNetworkServerProblems,
  MOST_NETWORK_SERVERS,
  type NetworkServer,
  type NetworkServerChange,
  type NetworkServerDraft,
  type NetworkServerId,
} from '../../contract/network-servers.ts'
import { findAddressProblem, type OpenNetworks } from '@fieldwatch/server/platform/outside/open-networks'
import type { SealedSecrets } from '@fieldwatch/server/people/credentials/sealed-secrets'
import { requireAdmin, requireAdminOf } from '@fieldwatch/server/people/access/access-policy'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError, invalidField, requireNone } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { createResource } from '@fieldwatch/server/platform/resources/resource'
import { createNetworkServerStore } from './network-server-store.ts'

export interface NetworkServerParts extends Pick<Platform, 'db' | 'clock' | 'random'> {
  readonly secrets: SealedSecrets
  /** Networks that may be reached although they are not public. */
  readonly networks: OpenNetworks
}

const networkServers = createResource<NetworkServerId, NetworkServer>({
  kind: 'network-server',
  table: 'networkServer',
  actions: { create: 'create network server', change: 'change network server', remove: 'remove network server' },
  get: getShown,
  toLog: ({ name, kind, url, application, fPort, confirmed, catchUp, brokerUrl, brokerUser, active }) => {
    return { name, kind, url, application, fPort, confirmed, catchUp, brokerUrl, brokerUser, active }
  },
  subject: ({ networkServerID: id, entity }) => ({ kind: 'network server', id, entity }),
})

/**
 * Adds a network server to an entity.
 * @throws DomainError access/forbidden, entity/not-found, network-server/too-many, request/invalid
 */
export function createNetworkServer(
  parts: NetworkServerParts,
  caller: Caller,
  { entity: asked, key, brokerPassword, ...draft }: NetworkServerDraft & { entity?: EntityId | undefined },
): Promise<NetworkServer> {
  const { random, secrets, networks } = parts
  const entity = requireAdminOf(caller, asked)
  requireFit(draft, networks)
  const id = random.id() as NetworkServerId
  return networkServers.create(parts, caller, async (tx, at) => {
    const store = createNetworkServerStore(tx)
    if ((await store.countForAdding(entity)) >= MOST_NETWORK_SERVERS) throw new DomainError('network-server/too-many')
    const sealed = { apiKey: secrets.seal(key, id), brokerPassword: sealedPassword(secrets, brokerPassword, id) }
    await store.create({ id, entity, ...draft, ...sealed, by: caller.userId, at })
    return id
  })
}

/**
 * Changes a network server; what is left out stays. Another address needs its API key or password again, so that no one
 * sends them to a server of their own.
 * @throws DomainError access/forbidden, network-server/not-found, network-server/changed, request/invalid
 */
export function updateNetworkServer(
  parts: NetworkServerParts,
  caller: Caller,
  {
    networkServerID: id,
    seen,
    version: _version,
    key,
    brokerPassword,
    ...wanted
  }: NetworkServerChange & { readonly seen: number | undefined },
): Promise<NetworkServer> {
  const { secrets, networks } = parts
  return networkServers.change(parts, caller, { id, seen }, async (tx, before) => {
    const changes = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
    const after = { ...before, ...changes }
    requireFit(after, networks)
    if (after.url !== before.url && key === undefined) throw invalidField('key', KEY_AGAIN)
    const isElsewhere = after.brokerUrl !== before.brokerUrl && after.brokerUrl !== '' && before.brokerUrl !== ''
    if (isElsewhere && brokerPassword === undefined) throw invalidField('brokerPassword', PASSWORD_AGAIN)
    const password = after.brokerUrl === '' ? '' : brokerPassword
    await createNetworkServerStore(tx).update(id, {
      ...changes,
      ...(key === undefined ? {} : { apiKey: secrets.seal(key, id) }),
      ...(password === undefined ? {} : { brokerPassword: sealedPassword(secrets, password, id) }),
    })
    return {
      after: {
        ...(key === undefined ? {} : { key: 'new' }),
        ...(brokerPassword === undefined ? {} : { brokerPassword: 'new' }),
      },
    }
  })
}

/** @throws DomainError access/forbidden, network-server/not-found */
export async function removeNetworkServer(
  parts: Pick<NetworkServerParts, 'db' | 'clock'>,
  caller: Caller,
  id: NetworkServerId,
): Promise<void> {
  await networkServers.remove(parts, caller, id, (tx) => createNetworkServerStore(tx).remove(id))
}

const KEY_AGAIN = 'answers.network-server.key'
const PASSWORD_AGAIN = 'answers.network-server.password'

function sealedPassword(secrets: SealedSecrets, password: string, id: NetworkServerId): Buffer | null {
  return password === '' ? null : secrets.seal(password, id)
}

async function getShown(tx: Db, caller: Caller, id: NetworkServerId): Promise<NetworkServer> {
  requireAdmin(caller)
  const server = await createNetworkServerStore(tx).findShown(id, caller.reach)
  if (server === undefined) throw new DomainError('network-server/not-found')
  return server
}

function requireFit(
  draft: Pick<NetworkServerDraft, 'kind' | 'url' | 'application' | 'brokerUrl'>,
  networks: OpenNetworks,
): void {
  const { url, brokerUrl } = draft
  const problem = findAddressProblem(url, networks)
  const brokerProblem = brokerUrl === '' ? undefined : findAddressProblem(brokerUrl, networks, 'mqtts')
  requireNone({
    ...findNetworkServerProblems(draft),
    ...(problem === undefined ? {} : { url: problem }),
    ...(brokerProblem === undefined ? {} : { brokerUrl: brokerProblem }),
  })
}
