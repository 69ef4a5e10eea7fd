import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import type { SetUpFormProps } from './set-up-form.tsx'

const SetUpForm = lazyPart('set-up-form', async () => (await import('./set-up-form.tsx')).SetUpForm)

/** As `SetUpForm`, which is loaded when someone needs it. */
export function SetUpStep(props: SetUpFormProps) {
  return (
    <Suspense fallback={<Skeleton height="14rem" />}>
      <SetUpForm {...props} />
    </Suspense>
  )
}
