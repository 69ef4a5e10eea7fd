import { setEntityViewing } from '@fieldwatch/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { ME_KEY } from '#platform/session/me-key.ts'
import { useSession } from '#platform/session/session-context.tsx'
import { showViewing } from '#platform/session/show-viewing.ts'
import { viewingOf } from './entity-choice.ts'

/** Switches the viewing entities: cached data of the former ones is dropped in every tab, and the dashboard opens. */
export function useSwitchEntity() {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const navigate = useNavigate()
  return useAction({
    mutationFn: async (choice: string) =>
      (await api.call(setEntityViewing, { body: { entityViewing: viewingOf(choice) } })).details,
    onSuccess: async (me) => {
      client.setQueryData(ME_KEY, me)
      session.tellViewing()
      await navigate({ to: '/dashboard' })
      await showViewing(client)
    },
  })
}
