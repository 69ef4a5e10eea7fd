import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

interface ActionOptions<Reply, Given> extends Pick<
  UseMutationOptions<Reply, Error, Given>,
  'mutationFn' | 'onSuccess' | 'onError' | 'onSettled'
> {
  /** For a form that is done with once it worked: it does nothing more until `reset`. */
  once?: boolean
}

/**
 * `useMutation` for what a person starts. While it is on its way a second start does nothing, from the very moment of the first:
 * `isPending` disables a button only after the next render, which a double click can outrun.
 */
export function useAction<Reply, Given = void>({
  once = false,
  onSettled,
  ...options
}: ActionOptions<Reply, Given>): UseMutationResult<Reply, Error, Given> {
  const state = useRef<'idle' | 'busy' | 'done'>('idle')
  const mutation = useMutation<Reply, Error, Given>({
    ...options,
    onSettled: async (...settled) => {
      try {
        await onSettled?.(...settled)
      } finally {
        const [, error] = settled
        state.current = once && error === null ? 'done' : 'idle'
      }
    },
  })
  return {
    ...mutation,
    mutate: (...given) => {
      if (state.current !== 'idle') return
      state.current = 'busy'
      mutation.mutate(...given)
    },
    reset: () => {
      state.current = 'idle'
      mutation.reset()
    },
  }
}
