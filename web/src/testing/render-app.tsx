import { answerTo, failure, type Answer } from './answers.ts'
import { refresh, signOut } from '@fieldwatch/contract/people/auth'
import { render } from '@testing-library/react'
import { App } from '#app/app.tsx'
import { createApp } from '#app/create-app.ts'
import { createFakeServer } from './fake-server.ts'
import { createFakeBrowser } from './fake-tabs.ts'
import { type SessionUser } from '@fieldwatch/contract/people/users'

interface Setting {
  path: string
  /** Who is signed in; undefined: no one. */
  user?: SessionUser | undefined
  /** The browser whose tab it is; one of its own by default. */
  browser?: ReturnType<typeof createFakeBrowser>
  /** Whether someone has signed in before in this browser, as far as the page can tell. */
  marked?: boolean
  routes?: readonly Answer[]
}

/** The whole app at an address, before a server that answers as the test says. */
export function renderApp({ path, user, browser = createFakeBrowser(), marked = true, routes = [] }: Setting) {
  window.history.pushState({}, '', path)
  const server = createFakeServer([
    answerTo(refresh, () =>
      user === undefined
        ? failure('auth/missing-token')
        : { idToken: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user },
    ),
    answerTo(signOut),
    ...routes,
  ])
  const app = createApp({
    fetch: server.fetch,
    storage: window.sessionStorage,
    tabs: browser.openTab(),
    mark: { isSet: () => marked, clear: () => undefined },
    reload: () => undefined,
  })
  return { ...render(<App {...app} />), app, seen: server.seen }
}
