import type { AnyEndpoint, CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { addressOf } from '@fieldwatch/contract/api/request'
import { signIn } from '@fieldwatch/contract/people/auth'
import { endOwnSessions, listOwnSessions } from '@fieldwatch/contract/people/own-sessions'
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users.ts'

export type DemoCall = <E extends AnyEndpoint>(endpoint: E, asked: Partial<CallOf<E>>) => Promise<ReplyOf<E>>

/** Calls the portal as the admin of the demo, and signs out afterwards: the list of the admin's sessions has people's browsers only. */
export async function callDemo(url: string): Promise<DemoCall & AsyncDisposable> {
  const sendAs =
    (headers: Record<string, string>): DemoCall =>
    async (endpoint, asked) => {
      const response = await fetch(`${url}${addressOf(endpoint, asked)}`, {
        method: endpoint.method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      })
      if (!response.ok) throw new Error(`Something of the demo could not be made: ${await response.text()}`)
      // The portal writes its replies with the schemas of the contract.
      return (await response.json()) as ReplyOf<typeof endpoint>
    }
  const [admin] = DEMO_USERS
  const { details } = await sendAs({})(signIn, { body: { email: admin?.email ?? '', password: DEMO_PASSWORD } })
  const call = sendAs({ authorization: `Bearer ${details.idToken}` })
  const signOut = async (): Promise<void> => {
    const { details: sessions } = await call(listOwnSessions, {})
    await call(endOwnSessions, { body: { sessionID: sessions.find(({ current }) => current)?.sessionID } })
  }
  return Object.assign(call, { [Symbol.asyncDispose]: signOut })
}
