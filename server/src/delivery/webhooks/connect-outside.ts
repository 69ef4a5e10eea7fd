import { notSent } from '@fieldwatch/messages/server-sentences'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { judgingLookup, requireOpen, Unreached, unreachedReason } from './request-outside.ts'
import { hostOf, type OpenNetworks } from './webhook-address.ts'

interface OutsideAddress {
  readonly url: string
  readonly isEncrypted: boolean
  /** Where the address has none. */
  readonly defaultPort: number
  readonly networks: OpenNetworks
  readonly timeoutMs: number
}

/**
 * Connects to an address that a person entered. As for requests, a public one has to be encrypted, and a name is judged by where it leads.
 * @throws Unreached
 */
export async function connectOutside(address: OutsideAddress): Promise<Socket> {
  const { url, isEncrypted, defaultPort, networks, timeoutMs } = address
  const target = new URL(url)
  const host = hostOf(target)
  if (isIP(host) !== 0) requireOpen(host, isEncrypted, networks)
  const options = {
    host,
    port: target.port === '' ? defaultPort : Number(target.port),
    lookup: judgingLookup(isEncrypted, networks),
  }
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const socket = isEncrypted
    ? connectTls({ ...options, ...(isIP(host) === 0 ? { servername: host } : {}) }, () => resolve(undefined))
    : connectTcp(options, () => resolve(undefined))
  const timer = setTimeout(() => reject(new Unreached(lateReason(timeoutMs))), timeoutMs)
  socket.on('error', reject)
  try {
    await promise
    return socket
  } catch (error) {
    socket.destroy()
    throw error instanceof Unreached ? error : new Unreached(unreachedReason(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function lateReason(timeoutMs: number): string {
  return notSent('not-sent.webhook.timeout', { count: Math.ceil(timeoutMs / 1_000) })
}
