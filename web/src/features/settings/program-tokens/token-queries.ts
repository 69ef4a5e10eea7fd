import type { EntityId, ProgramTokenId } from '@fieldwatch/contract/api/ids'
import {
  createProgramToken,
  listProgramTokens,
  type ProgramTokenDraft,
  revokeProgramToken,
} from '@fieldwatch/contract/people/program-tokens'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useAction } from '#platform/api/use-action.ts'

export const TOKENS_KEY = ['program-tokens'] as const

/** Of an entity; undefined: the own ones. */
export function tokensQuery(api: Api, entity: EntityId | undefined) {
  return queryOptions({
    queryKey: [...TOKENS_KEY, entity ?? null] as const,
    queryFn: async ({ signal }) => {
      const query = entity === undefined ? {} : { entity }
      return (await api.call(listProgramTokens, { query }, { signal })).details.tokens
    },
    staleTime: 0,
  })
}

export function useCreateToken() {
  const api = useApi()
  return useTokenAction(async (body: ProgramTokenDraft) => (await api.call(createProgramToken, { body })).details, {
    once: true,
  })
}

export function useRevokeToken() {
  const api = useApi()
  return useTokenAction((tokenID: ProgramTokenId) => api.call(revokeProgramToken, { body: { tokenID } }))
}

/** An action after which the tokens are read again, also where it failed because someone else was quicker. */
function useTokenAction<Given, Reply>(mutationFn: (given: Given) => Promise<Reply>, { once = false } = {}) {
  const client = useQueryClient()
  return useAction({
    once,
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: TOKENS_KEY }),
  })
}
