import { notSent } from '@fieldwatch/messages/server-sentences'
import { lookup as lookupAll } from 'node:dns'
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction, connect as connectTcp, type Socket } from 'node:net'
import { hostOf, judgeAddress, type OpenNetworks } from './open-networks.ts'
import { connect as connectTls } from 'node:tls'

/** A request that was not sent, or not answered; the message is a sentence. */
export class Unreached extends Error {
  override readonly name = 'Unreached'
}

export interface CallSettings {
  readonly networks: OpenNetworks
  /** From the look-up of the name to the end of the answer. */
  readonly timeoutMs: number
}

export interface OutsideRequest extends CallSettings {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Undefined: none. */
  readonly body?: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** The address of a path below that of a server, which may end with a slash. */
export function addressBelow(server: string, path: string): URL {
  return new URL(path, server.endsWith('/') ? server : `${server}/`)
}

/**
 * Makes a request to an address that a person entered, and follows no redirect. The name is looked up by us and judged for the connection
 * that is made, so that it cannot lead elsewhere than what was judged. `read` takes as much of the answer as it wants.
 * @throws Unreached, and what `read` throws
 */
export async function requestOutside<Answer>(
  { method, url, body, headers, networks, timeoutMs }: OutsideRequest,
  read: (response: IncomingMessage) => Promise<Answer>,
): Promise<Answer> {
  const target = new URL(url)
  const signal = AbortSignal.timeout(timeoutMs)
  const isHttps = target.protocol === 'https:'
  if (isIP(hostOf(target)) !== 0) requireOpen(hostOf(target), isHttps, networks)
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
    agent: false,
    signal,
    lookup: judgingLookup(isHttps, networks),
  }
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = (isHttps ? requestHttps : requestHttp)(target, options, (response) => {
    read(response).then(resolve, reject)
  })
  request.on('error', reject)
  request.end(body)
  try {
    return await promise
  } catch (error) {
    if (error instanceof Unreached) throw error
    throw new Unreached(signal.aborted ? lateReason(timeoutMs) : unreachedReason(error), { cause: error })
  } finally {
    request.destroy()
  }
}

/** @throws Unreached */
function requireOpen(address: string, isHttps: boolean, networks: OpenNetworks): void {
  const verdict = judgeAddress(address, networks)
  if (verdict === 'closed') {
    throw new Unreached(notSent('not-sent.outside.closed'))
  }
  if (verdict === 'public' && !isHttps) throw new Unreached(notSent('not-sent.outside.https'))
}

/** Looks a name up, and fails where one of its addresses must not be reached. */
function judgingLookup(isHttps: boolean, networks: OpenNetworks): LookupFunction {
  return (hostname, options, done) => {
    lookupAll(hostname, { ...options, all: true }, (error, addresses) => {
      try {
        if (error !== null) throw error
        for (const { address } of addresses) requireOpen(address, isHttps, networks)
        const [first] = addresses
        if (first === undefined) throw new Unreached(notSent('not-sent.outside.nowhere'))
        if (options.all === true) done(null, addresses)
        else done(null, first.address, first.family)
      } catch (problem) {
        done(problem instanceof Error ? problem : new Error(String(problem)), [])
      }
    })
  }
}

const REASONS = {
  ENOTFOUND: 'not-sent.outside.no-name',
  EAI_AGAIN: 'not-sent.outside.lookup',
  ECONNREFUSED: 'not-sent.outside.refused',
  ECONNRESET: 'not-sent.outside.reset',
  EHOSTUNREACH: 'not-sent.outside.unreachable',
  ENETUNREACH: 'not-sent.outside.unreachable',
  CERT_HAS_EXPIRED: 'not-sent.outside.certificate-expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'not-sent.outside.certificate-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'not-sent.outside.certificate-untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'not-sent.outside.certificate-untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'not-sent.outside.certificate-name',
} as const

/** Why a receiver could not be reached, as a sentence. */
function unreachedReason(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return notSent('not-sent.outside.unreachable')
  return isKnown(code) ? notSent(REASONS[code]) : notSent('not-sent.outside.unknown', { code })
}

function isKnown(code: string): code is keyof typeof REASONS {
  return Object.hasOwn(REASONS, code)
}

interface OutsideAddress extends CallSettings {
  readonly url: string
  readonly isEncrypted: boolean
  /** Where the address has none. */
  readonly defaultPort: number
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
  return notSent('not-sent.outside.timeout', { count: Math.ceil(timeoutMs / 1_000) })
}
