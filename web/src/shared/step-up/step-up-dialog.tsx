import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { useStepUp } from '#platform/session/step-up-context.tsx'

const StepUpQuestion = lazyPart('step-up', async () => (await import('./step-up-question.tsx')).StepUpQuestion)

/** Asks the person to prove who they are when the portal wants that for a change, whichever screen makes it. */
export function StepUpDialog() {
  const { subscribe, current } = useStepUp()
  const request = useSyncExternalStore(subscribe, current)
  if (request === undefined) return undefined
  return (
    <Suspense>
      <StepUpQuestion {...request} />
    </Suspense>
  )
}
