import { signIn as signInEndpoint } from '@fieldwatch/contract/people/auth'
import { queryData } from '@fieldwatch/contract/telemetry/data'
import type { AnyEndpoint, CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { createUnit as createUnitEndpoint } from '@fieldwatch/contract/units/units'
import type { Portal } from './portal.ts'

export const PASSWORD = 'a long enough passphrase'

/** Calls an endpoint of the contract and returns its reply; a failure throws its code. */
export async function call<E extends AnyEndpoint>(
  portal: Pick<Portal, 'url'>,
  endpoint: E,
  input: Partial<CallOf<E>> & { token?: string | undefined },
): Promise<ReplyOf<E>> {
  const response = await send(portal, endpoint, input)
  const reply: unknown = await response.json()
  if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(reply)}`)
  return reply as ReplyOf<E>
}

/** As `call`, without reading the answer. */
export function send<E extends AnyEndpoint>(
  portal: Pick<Portal, 'url'>,
  endpoint: E,
  { params, query, body, token }: Partial<CallOf<E>> & { token?: string | undefined },
): Promise<Response> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
  )
  const search = new URLSearchParams((query ?? {}) as Record<string, string>).toString()
  return fetch(`${portal.url}${path}${search === '' ? '' : `?${search}`}`, {
    method: endpoint.method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

export interface SignedInUser {
  readonly email: string
  readonly token: string
  readonly entity: string
}

/** Adds a user of an entity by the command line, and signs in. */
export async function createUser(
  portal: Portal,
  { email, entity, role = 'admin' }: { email: string; entity: string; role?: 'admin' | 'viewer' },
): Promise<SignedInUser> {
  await portal.admin('create', '--email', email, '--entity', entity, '--role', role, '--password', PASSWORD)
  const { details } = await call(portal, signInEndpoint, { body: { email, password: PASSWORD } })
  return { email, token: details.idToken, entity: details.user.entity }
}

/** Adds a unit of the user's entity; returns its token. */
export async function createUnit(portal: Pick<Portal, 'url'>, user: SignedInUser, dataID: string): Promise<string> {
  const { details } = await call(portal, createUnitEndpoint, {
    token: user.token,
    body: { dataID, friendlyName: dataID, entities: [user.entity] },
  })
  return details.token
}

/** Every record of a source, page by page. */
export async function readAll(
  portal: Pick<Portal, 'url'>,
  user: Pick<SignedInUser, 'token'>,
  dataID: string,
  subject: string,
) {
  const records = []
  let body: CallOf<typeof queryData>['body'] | undefined = { dataID, subject }
  while (body !== undefined) {
    const reply: ReplyOf<typeof queryData> = await call(portal, queryData, { token: user.token, body })
    const { data, pagination } = reply.body.details
    records.push(...data)
    body = pagination.hasNext ? pagination : undefined
  }
  return records
}
