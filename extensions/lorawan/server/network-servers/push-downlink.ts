import type { NetworkServerKind } from '../../contract/network-servers.ts'
import { asObject, parseJson } from '@fieldwatch/contract/text/json'
import {
  addressBelow,
  type CallSettings,
  requestOutside,
  Unreached,
} from '@fieldwatch/server/platform/outside/request-outside'
import {
  problemOf,
  readBeginning,
  shownText,
  type OutsideAnswer,
} from '@fieldwatch/server/platform/outside/post-outside'
import type { Frame } from './read-payload.ts'

/** A device, and the network server through which it is reached. */
export interface Target {
  readonly kind: NetworkServerKind
  readonly url: string
  readonly key: string
  readonly application: string
  readonly devEui: string
  /** What The Things Stack calls it. */
  readonly device: string
}

export interface Downlink {
  readonly frame: Frame
  readonly confirmed: boolean
  /** Our own name for it. */
  readonly reference: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

export type PushResult =
  /** `reference`: by which the network server reports its progress. */
  | { readonly kind: 'taken'; readonly reference: string }
  /** It will never be taken; the reason is a sentence. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** `whole`: the network server itself cannot take anything now, for whichever device. */
  | { readonly kind: 'failed'; readonly reason: string; readonly whole: boolean }

/** What another try does not change: the device is unknown, or the downlink cannot be sent. */
const FINAL: readonly number[] = [400, 404, 409, 413, 422]
/** An API key may be wrong for one device alone: ChirpStack answers so for one that it does not know. */
const OF_KEY: readonly number[] = [401, 403]

/** Puts a downlink into the queue of its device at the network server. It resolves for whatever that answers. */
export async function pushDownlink(settings: CallSettings, target: Target, downlink: Downlink): Promise<PushResult> {
  const { path, body } =
    target.kind === 'things-stack' ? forThingsStack(target, downlink) : forChirpStack(target, downlink)
  try {
    const answer = await call(settings, target, { method: 'POST', path, body: JSON.stringify(body) })
    const problem = problemOf({ ...answer, text: shownText(answer.text) })
    if (problem === undefined) {
      const given = target.kind === 'chirpstack' ? idIn(answer.text) : undefined
      return { kind: 'taken', reference: given ?? downlink.reference }
    }
    if (FINAL.includes(answer.status)) return { kind: 'refused', reason: problem }
    return { kind: 'failed', reason: problem, whole: !OF_KEY.includes(answer.status) }
  } catch (error) {
    if (!(error instanceof Unreached)) throw error
    return { kind: 'failed', reason: error.message, whole: true }
  }
}

/**
 * Looks in the queue of a device for a downlink whose push was not answered, so that it is not queued twice. Returns its reference; undefined
 * when it is not there, or the queue cannot be read.
 */
export async function findQueued(
  settings: CallSettings,
  target: Target,
  { frame, reference }: Downlink,
): Promise<string | undefined> {
  const path = target.kind === 'things-stack' ? `${devicePath(target)}/down` : queuePath(target)
  try {
    const { status, text } = await call(settings, target, { method: 'GET', path })
    if (status !== 200) return undefined
    const { downlinks = [], result = [] } = JSON.parse(text) as Queue
    if (downlinks.some(({ correlation_ids: ids = [] }) => ids.includes(reference))) return reference
    const data = frame.bytes.toString('base64')
    return result.find((item) => item.data === data && item.fPort === frame.port)?.id
  } catch {
    return undefined
  }
}

/** As far as it is read. */
interface Queue {
  readonly downlinks?: readonly { readonly correlation_ids?: readonly string[] }[]
  readonly result?: readonly { readonly id?: string; readonly data?: string; readonly fPort?: number }[]
}

/** The Things Stack v3, Application Server API: `AppAs.DownlinkQueuePush`. */
function forThingsStack(target: Target, { frame, confirmed, reference }: Downlink) {
  const { bytes, port } = frame
  const downlink = {
    f_port: port,
    frm_payload: bytes.toString('base64'),
    confirmed,
    priority: 'NORMAL',
    correlation_ids: [reference],
  }
  return { path: `${devicePath(target)}/down/push`, body: { downlinks: [downlink] } }
}

/** ChirpStack v4, REST API: `DeviceService.Enqueue`. Older releases ignore `expiresAt`. */
function forChirpStack(target: Target, { frame, confirmed, expiresAt }: Downlink) {
  const queueItem = {
    devEui: target.devEui.toLowerCase(),
    confirmed,
    fPort: frame.port,
    data: frame.bytes.toString('base64'),
    expiresAt: new Date(expiresAt).toISOString(),
  }
  return { path: queuePath(target), body: { queueItem } }
}

function devicePath({ application, device }: Target): string {
  return `api/v3/as/applications/${encodeURIComponent(application)}/devices/${encodeURIComponent(device)}`
}

function queuePath({ devEui }: Target): string {
  return `api/devices/${devEui.toLowerCase()}/queue`
}

/** A queue of many downlinks. */
const MOST_ANSWER_BYTES = 256 * 1024

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

/** @throws Unreached */
function call(
  settings: CallSettings,
  { kind, url, key }: Target,
  { method, path, body }: Call,
): Promise<OutsideAnswer> {
  const headers = {
    accept: 'application/json',
    'user-agent': 'Fieldwatch',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    [kind === 'things-stack' ? 'authorization' : 'grpc-metadata-authorization']: `Bearer ${key}`,
  }
  const target = addressBelow(url, path).href
  return requestOutside({ method, url: target, body, headers, ...settings }, async (response) => ({
    status: response.statusCode ?? 0,
    text: await readBeginning(response, MOST_ANSWER_BYTES),
  }))
}

function idIn(text: string): string | undefined {
  const { id } = asObject(parseJson(text))
  return typeof id === 'string' && id !== '' ? id.slice(0, 200) : undefined
}
