import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

interface ActionOptions<Reply, Given> extends Pick<
  UseMutationOptions<Reply, Error, Given>,
  'mutationFn' | 'onSuccess' | 'onError' | 'onSettled'
> {
  /** For a form that is done after a success: further calls do nothing until `reset`. */
  once?: boolean
}

/**
 * `useMutation` for actions of the user. A second call during the first does nothing: `isPending` only disables a button after
 * the next render, which a double click can outrun.
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
