import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ApiProvider } from '#platform/api/api-context.tsx'
import { DialogStackProvider } from '#ui/components/dialog-stack.tsx'
import { useFocusInSight } from '#ui/components/use-focus-in-sight.ts'
import { UnsavedPage } from '#ui/components/unsaved-context.tsx'
import { SessionProvider } from '#platform/session/session-context.tsx'
import { StepUpProvider } from '#platform/session/step-up-context.tsx'
import type { App as Parts } from './create-app.ts'
import { PrintProvider } from '#platform/print/print-context.tsx'
import { Themed } from './themed.tsx'

export function App({ api, queryClient, router, session, stepUp }: Parts) {
  useFocusInSight()
  return (
    <PrintProvider>
      <Themed>
        <QueryClientProvider client={queryClient}>
          <ApiProvider value={api}>
            <SessionProvider value={session}>
              <StepUpProvider value={stepUp}>
                <UnsavedPage>
                  <DialogStackProvider>
                    <RouterProvider router={router} />
                  </DialogStackProvider>
                </UnsavedPage>
              </StepUpProvider>
            </SessionProvider>
          </ApiProvider>
        </QueryClientProvider>
      </Themed>
    </PrintProvider>
  )
}
