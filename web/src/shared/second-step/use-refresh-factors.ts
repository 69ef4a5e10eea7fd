import { useQueryClient } from '@tanstack/react-query'

/** Reads again what the person has, and where else they are signed in. */
export function useRefreshFactors(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    void client.invalidateQueries({ queryKey: ['own-sessions'] })
    await client.invalidateQueries({ queryKey: ['second-factor'] })
  }
}
