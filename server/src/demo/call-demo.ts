import { signIn } from '@fieldwatch/contract/people/auth'
import { endOwnSessions, listOwnSessions, type OwnSession } from '@fieldwatch/contract/people/own-sessions'
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users.ts'

interface Asked {
  readonly query?: Record<string, string>
  readonly body?: unknown
}

interface Address {
  readonly method: string
  readonly path: string
}

type CallDemo = ((address: Address, asked: Asked) => Promise<{ details?: unknown }>) & AsyncDisposable

/** Calls the portal as the admin of the demo, and signs out afterwards: the list of the admin's sessions has people's browsers only. */
export async function callDemo(url: string): Promise<CallDemo> {
  const send = async (
    { method, path }: Address,
    { query, body }: Asked,
    token = '',
  ): Promise<{ details?: unknown }> => {
    const response = await fetch(
      `${url}${path}${query === undefined ? '' : `?${new URLSearchParams(query).toString()}`}`,
      {
        method,
        headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    )
    if (!response.ok) throw new Error(`Something of the demo could not be made: ${await response.text()}`)
    // Every reply of the portal has this shape.
    return (await response.json()) as { details?: unknown }
  }
  const [admin] = DEMO_USERS
  const { details } = await send(signIn, { body: { email: admin?.email, password: DEMO_PASSWORD } })
  const { idToken } = details as { idToken: string }
  const call = (address: Address, asked: Asked) => send(address, asked, idToken)
  const signOut = async (): Promise<void> => {
    const { details: sessions } = await call(listOwnSessions, {})
    const own = (sessions as OwnSession[]).find(({ current }) => current)
    await call(endOwnSessions, { body: { sessionID: own?.sessionID } })
  }
  return Object.assign(call, { [Symbol.asyncDispose]: signOut })
}
