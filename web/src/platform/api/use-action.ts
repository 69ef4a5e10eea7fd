import type { AnyEndpoint, CallOf } from '@fieldwatch/contract/api/endpoint'
import type { AnyRequest } from '@fieldwatch/contract/api/request'
import {
  type QueryKey,
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { useApi } from './api-context.tsx'
import type { Api } from './call.ts'
import { type DetailsOf, detailsOf } from './details-query.ts'
import type { RequestOf } from './send.ts'

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

interface CallOptions<Reply, Given> extends Omit<ActionOptions<Reply, Given>, 'mutationFn' | 'onSettled'> {
  /** Keys of what is read again afterwards, also after a failure: someone else may have been faster. */
  rereads?: readonly QueryKey[]
}

/** An action that calls the API. */
export function useApiAction<Reply, Given = void>(
  run: (api: Api, given: Given) => Promise<Reply>,
  { rereads = [], ...options }: CallOptions<Reply, Given> = {},
): UseMutationResult<Reply, Error, Given> {
  const api = useApi()
  const client = useQueryClient()
  return useAction<Reply, Given>({
    ...options,
    mutationFn: (given) => run(api, given),
    onSettled: async () => {
      await Promise.all(rereads.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}

/** An action that sends a body to an endpoint, and answers with the details of its reply. */
export function useCall<E extends AnyEndpoint>(
  endpoint: E,
  { params, ...options }: CallOptions<DetailsOf<E>, CallOf<E>['body']> & { params?: CallOf<E>['params'] } = {},
): UseMutationResult<DetailsOf<E>, Error, CallOf<E>['body']> {
  return useApiAction(async (api, body: CallOf<E>['body']) => {
    const request: AnyRequest = { params, body }
    return detailsOf<E>(await api.call(endpoint, request as RequestOf<E>))
  }, options)
}
