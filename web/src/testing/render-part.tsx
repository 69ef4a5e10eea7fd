import { type Answer } from './answers.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { createApi } from '#platform/api/call.ts'
import { AppQueryClient } from '#platform/api/query-client.ts'
import { ApiProvider } from '#platform/api/api-context.tsx'
import { DialogStackProvider } from '#ui/components/dialog-stack.tsx'
import { UnsavedPage } from '#ui/components/unsaved-context.tsx'
import { createSend } from '#platform/api/send.ts'
import { ME_KEY } from '#platform/session/me-key.ts'
import { buildSessionUser } from './build-session-user.ts'
import { createFakeServer } from './fake-server.ts'

interface Setting {
  routes?: readonly Answer[]
  /** Who is signed in: an admin of one entity, but for what the test mentions. */
  me?: Partial<SessionUser>
}

/** A part of a screen by itself, for a signed-in user, before a server that answers as the test says. */
export function renderPart(part: ReactNode, { routes = [], me = {} }: Setting = {}) {
  const server = createFakeServer(routes)
  const client = new AppQueryClient({ defaultOptions: { queries: { retry: false } } })
  const api = createApi(createSend(server.fetch), { current: () => 'token', renew: async () => undefined })
  client.setQueryData(ME_KEY, buildSessionUser(me))
  const wrap = (children: ReactNode) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <ApiProvider value={api}>
          <UnsavedPage>
            <DialogStackProvider>{children}</DialogStackProvider>
          </UnsavedPage>
        </ApiProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
  const { rerender } = render(wrap(part))
  return {
    seen: server.seen,
    /** The signed-in user as the app knows them now. */
    me: () => client.getQueryData<SessionUser>(ME_KEY),
    rerender: (next: ReactNode) => rerender(wrap(next)),
  }
}
