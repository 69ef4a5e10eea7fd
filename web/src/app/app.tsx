import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ApiProvider } from '#platform/api/api-context.tsx'
import { DialogStackProvider } from '#ui/components/dialog-stack.tsx'
import { UnsavedPage } from '#ui/components/unsaved-context.tsx'
import { SessionProvider } from '#platform/session/session-context.tsx'
import { StepUpProvider } from '#platform/session/step-up-context.tsx'
import type { App as Parts } from './create-app.ts'
import { PrintProvider } from '#platform/print/print-context.tsx'
import { Themed } from './themed.tsx'
import { useEffect } from 'react'

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

/** Brings what Tab leads to whole into sight, as Chromium does by itself: for Firefox, an edge of it on the screen is enough. */
function useFocusInSight(): void {
  useEffect(() => {
    const show = ({ key, target }: KeyboardEvent): void => {
      if (key === 'Tab' && target instanceof Element) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    document.addEventListener('keyup', show)
    return () => document.removeEventListener('keyup', show)
  }, [])
}
