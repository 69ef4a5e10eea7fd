import { createHmac, timingSafeEqual } from 'node:crypto'
import { UserId } from '@fieldwatch/contract/api/ids'
import { z } from 'zod'
import { oldestSecret, type SigningKeys } from '#people/credentials/signing-keys.ts'

const KnownBrowser = z.object({
  id: z.string(),
  /** Who signed in with it, the latest first. */
  users: z.array(UserId),
})
export type KnownBrowser = Readonly<z.infer<typeof KnownBrowser>>

/** The most people who share a browser and are all known by it. */
const MOST_USERS = 10

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/** Recognises browsers that have signed in before by a cookie that we signed. */
export function createKnownBrowsers(keys: SigningKeys) {
  const oldest = oldestSecret(keys)
  const sign = (text: string): string =>
    createHmac('sha256', `known browser ${oldest}`).update(text).digest('base64url')

  return {
    /** The value of the cookie by which the browser is known. */
    write: (browser: KnownBrowser): string => {
      const text = Buffer.from(JSON.stringify(browser)).toString('base64url')
      return `${text}.${sign(text)}`
    },
    /** Undefined for anything that we did not sign. */
    read: (cookie: string | undefined): KnownBrowser | undefined => {
      const [text = '', signature = ''] = cookie?.split('.') ?? []
      const expected = Buffer.from(sign(text))
      const given = Buffer.from(signature)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return KnownBrowser.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    },
  }
}

/** The browser after a user signed in with it; `id` is used when it was unknown. */
export function withUser(browser: KnownBrowser | undefined, userId: UserId, id: string): KnownBrowser {
  const others = browser?.users.filter((user) => user !== userId) ?? []
  return { id: browser?.id ?? id, users: [userId, ...others].slice(0, MOST_USERS) }
}
