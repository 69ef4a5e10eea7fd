import type { AnyEndpoint, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { getMapSettings, type MapSettings } from '@fieldwatch/contract/api/map'
import type { AnyRequest } from '@fieldwatch/contract/api/request'
import { getMe, type SessionUser } from '@fieldwatch/contract/people/users'
import { getSharedCurrent, type SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { type CurrentData, getCurrent } from '@fieldwatch/contract/telemetry/data'
import type { Api, CallOptions } from '#platform/api/call.ts'
import { readReply, type RequestOf, type Send } from '#platform/api/send.ts'
import { VISITOR } from './visitor.ts'

/** A link that was opened, and what it showed then. */
export interface Visit {
  readonly pass: string
  readonly screen: SharedScreen
}

/** Shared pages draw the offline base map, so that the browser of a visitor asks no one else. */
const OFFLINE_MAP: MapSettings = { styleUrl: null, googleMapsKey: null, streets: null }

interface VisitApiOptions {
  /** Called with each answer of the portal. */
  readonly onAnswer?: ((response: Response) => void) | undefined
  readonly reader?: SessionUser
}

/**
 * The data of the parts that a shared page draws. They ask as on the page of a unit; here a link answers, and nothing else is asked of
 * the portal.
 */
export function createVisitApi(send: Send, pass: string, { onAnswer, reader = VISITOR }: VisitApiOptions = {}): Api {
  const sendWithPass = async (endpoint: AnyEndpoint, request: AnyRequest, options: CallOptions = {}) => {
    const response = await send(endpoint, request, { ...options, token: pass })
    onAnswer?.(response)
    return response
  }

  async function readCurrent({ body }: AnyRequest, options: CallOptions): Promise<ReplyOf<typeof getCurrent>> {
    const { dataID, subject } = body as { dataID: string; subject: string }
    const query = { unit: dataID, source: subject }
    const response = await sendWithPass(getSharedCurrent, { query }, options)
    const { details }: { details: CurrentData } = await readReply<typeof getSharedCurrent>(response)
    return { statusCode: 200, body: { status: 'success', details } }
  }

  async function answer(endpoint: AnyEndpoint, request: AnyRequest, options: CallOptions): Promise<unknown> {
    if (endpoint === getCurrent) return readCurrent(request, options)
    if (endpoint === getMe) return { status: 'success', details: reader }
    if (endpoint === getMapSettings) return { status: 'success', details: OFFLINE_MAP }
    if (endpoint.access !== 'share') throw new Error(`A shared page asked for ${endpoint.path}`)
    return readReply(await sendWithPass(endpoint, request, options))
  }

  return {
    // Each answer is the one of its endpoint.
    call: async <E extends AnyEndpoint>(endpoint: E, request: RequestOf<E>, options: CallOptions = {}) =>
      (await answer(endpoint, request, options)) as ReplyOf<E>,
    callRaw: (endpoint, request, options) => sendWithPass(endpoint, request, options),
  }
}
