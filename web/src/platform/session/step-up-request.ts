import type { ProofWay } from '@fieldwatch/contract/api/errors'

/** A change that waits until the person has proven who they are. */
export interface StepUpRequest {
  /** What the person can give; nothing: only a new sign-in helps. */
  ways: readonly ProofWay[]
  /** Continues the change, or drops it. */
  answer: (proven: boolean) => void
}

/** Where calls wait for the proof that the portal asks for, and where the dialog finds them. */
export interface StepUp {
  /** Resolves to whether the proof was given; changes that ask meanwhile wait for the same one. */
  ask: (ways: readonly ProofWay[]) => Promise<boolean>
  current: () => StepUpRequest | undefined
  subscribe: (listener: () => void) => () => void
}

export function createStepUp(): StepUp {
  const listeners = new Set<() => void>()
  let request: (StepUpRequest & { answered: Promise<boolean> }) | undefined

  function become(next: typeof request): void {
    request = next
    for (const listener of listeners) listener()
  }

  return {
    ask: (ways) => {
      if (request !== undefined) return request.answered
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const answer = (proven: boolean): void => {
        become(undefined)
        resolve(proven)
      }
      become({ ways, answer, answered: promise })
      return promise
    },
    current: () => request,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
