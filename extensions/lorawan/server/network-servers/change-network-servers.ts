import type { EntityId } from '@fieldwatch/contract/api/ids'
import {
  findNetworkServerProblems,
  MOST_NETWORK_SERVERS,
  type NetworkServer,
  type NetworkServerChange,
  type NetworkServerDraft,
  type NetworkServerId,
} from '../../contract/network-servers.ts'
import { findAddressProblem, type OpenNetworks } from '@fieldwatch/server/delivery/webhooks/webhook-address'
import type { SealedSecrets } from '@fieldwatch/server/people/credentials/sealed-secrets'
import { requireAdmin, requireAdminOf } from '@fieldwatch/server/people/access/access-policy'
import { type AuditedChange, createAuditStore } from '@fieldwatch/server/platform/audit/audit-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError, invalidField, requireNone } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { requireSeen } from '@fieldwatch/server/platform/versions/require-seen'
import { createVersionStore } from '@fieldwatch/server/platform/versions/version-store'
import { createNetworkServerStore } from './network-server-store.ts'

export interface NetworkServerParts extends Pick<Platform, 'db' | 'clock' | 'random'> {
  readonly secrets: SealedSecrets
  /** Networks that may be reached although they are not public. */
  readonly networks: OpenNetworks
}

/**
 * Adds a network server to an entity.
 * @throws DomainError access/forbidden, entity/not-found, network-server/too-many, request/invalid
 */
export async function createNetworkServer(
  { db, clock, random, secrets, networks }: NetworkServerParts,
  caller: Caller,
  { entity: asked, key, brokerPassword, ...draft }: NetworkServerDraft & { entity?: EntityId | undefined },
): Promise<NetworkServer> {
  const entity = requireAdminOf(caller, asked)
  requireFit(draft, networks)
  const [id, at] = [random.id() as NetworkServerId, clock()]
  return db.transaction().execute(async (tx) => {
    const store = createNetworkServerStore(tx)
    if ((await store.countForAdding(entity)) >= MOST_NETWORK_SERVERS) throw new DomainError('network-server/too-many')
    const sealed = { apiKey: secrets.seal(key, id), brokerPassword: sealedPassword(secrets, brokerPassword, id) }
    await store.create({ id, entity, ...draft, ...sealed, by: caller.userId, at })
    const server = await getShown(tx, caller, id)
    await record(tx, caller, { at, action: 'create network server', server, after: auditOf(server) })
    return server
  })
}

/**
 * Changes a network server; what is left out stays. Another address needs its API key or password again, so that no one
 * sends them to a server of their own.
 * @throws DomainError access/forbidden, network-server/not-found, network-server/changed, request/invalid
 */
export async function updateNetworkServer(
  { db, clock, secrets, networks }: NetworkServerParts,
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
  const at = clock()
  return db.transaction().execute(async (tx) => {
    const store = createNetworkServerStore(tx)
    await createVersionStore(tx).lock({ kind: 'network-server', id })
    const before = await getShown(tx, caller, id)
    await requireSeen(tx, caller, { kind: 'network-server', id }, seen)
    const changes = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
    const after = { ...before, ...changes }
    requireFit(after, networks)
    if (after.url !== before.url && key === undefined) throw invalidField('key', KEY_AGAIN)
    const isElsewhere = after.brokerUrl !== before.brokerUrl && after.brokerUrl !== '' && before.brokerUrl !== ''
    if (isElsewhere && brokerPassword === undefined) throw invalidField('brokerPassword', PASSWORD_AGAIN)
    const password = after.brokerUrl === '' ? '' : brokerPassword
    await store.update(id, {
      ...changes,
      ...(key === undefined ? {} : { apiKey: secrets.seal(key, id) }),
      ...(password === undefined ? {} : { brokerPassword: sealedPassword(secrets, password, id) }),
    })
    await createVersionStore(tx).raise({ kind: 'network-server', id }, { by: caller.userId, at })
    const server = await getShown(tx, caller, id)
    await record(tx, caller, {
      at,
      action: 'change network server',
      server,
      before: auditOf(before),
      after: {
        ...auditOf(server),
        ...(key === undefined ? {} : { key: 'new' }),
        ...(brokerPassword === undefined ? {} : { brokerPassword: 'new' }),
      },
    })
    return server
  })
}

/** @throws DomainError access/forbidden, network-server/not-found */
export async function removeNetworkServer(
  { db, clock }: Pick<NetworkServerParts, 'db' | 'clock'>,
  caller: Caller,
  id: NetworkServerId,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const store = createNetworkServerStore(tx)
    await createVersionStore(tx).lock({ kind: 'network-server', id })
    const server = await getShown(tx, caller, id)
    await store.remove(id)
    await record(tx, caller, { at: clock(), action: 'remove network server', server, before: auditOf(server) })
  })
}

const KEY_AGAIN = 'Enter the API key again, because the address has changed.'
const PASSWORD_AGAIN = 'Enter the password again, because the address has changed.'

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

function auditOf(server: NetworkServer): object {
  const { name, kind, url, application, fPort, confirmed, catchUp, brokerUrl, brokerUser, active } = server
  return { name, kind, url, application, fPort, confirmed, catchUp, brokerUrl, brokerUser, active }
}

function record(
  tx: Db,
  caller: Caller,
  { server, ...change }: AuditedChange & { server: NetworkServer },
): Promise<void> {
  const subject = { kind: 'network server', id: server.networkServerID, entity: server.entity }
  return createAuditStore(tx).recordChange(caller, subject, change)
}
