import type { ErrorBody } from '@fieldwatch/contract/api/errors'
import type { KillablePortal } from '#testing/fuzz/killable-portal.ts'
import type { CallApi } from '#testing/test-app.ts'

/** The server was killed before it answered. */
export class Killed extends Error {}

type Portal = Pick<KillablePortal, 'url' | 'deaths'>

/** Calls endpoints of a portal in another process. @throws Killed */
export function createPortalCall(portal: Portal): CallApi {
  return async (endpoint, { as, headers = {}, params, query, body } = {}) => {
    const deaths = portal.deaths()
    try {
      const { path, method } = endpoint
      const address = path.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
      )
      const search = new URLSearchParams((query ?? {}) as Record<string, string>).toString()
      const isForm = endpoint.bodyFormat === 'multipart'
      const response = await fetch(`${await portal.url()}${address}${search === '' ? '' : `?${search}`}`, {
        method,
        headers: {
          ...(as === undefined ? {} : { authorization: as.bearer }),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? formOf(body as object) : JSON.stringify(body) }),
      })
      const reply: unknown = await response.json()
      return { status: response.status, body: reply as never, failure: reply as ErrorBody }
    } catch (error) {
      if (error instanceof TypeError || portal.deaths() > deaths)
        throw new Killed('the server was killed', { cause: error })
      throw error
    }
  }
}

function formOf(body: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, string | File | undefined>))
    if (value !== undefined) form.append(name, value)
  return form
}
