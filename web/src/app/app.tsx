import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ApiProvider } from '#api/api-context.tsx'
import { DialogStackProvider } from '#components/dialog-stack.tsx'
import { UnsavedPage } from '#components/unsaved-context.tsx'
import { SessionProvider } from '#session/session-context.tsx'
import type { App as Parts } from './create-app.ts'
import { Themed } from './themed.tsx'

export function App({ api, queryClient, router, session }: Parts) {
  return (
    <Themed>
      <QueryClientProvider client={queryClient}>
        <ApiProvider value={api}>
          <SessionProvider value={session}>
            <UnsavedPage>
              <DialogStackProvider>
                <RouterProvider router={router} />
              </DialogStackProvider>
            </UnsavedPage>
          </SessionProvider>
        </ApiProvider>
      </QueryClientProvider>
    </Themed>
  )
}
