import { PROVIDER, START_PROVIDER } from '@fieldwatch/contract/auth-addresses'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

/** Leads to the provider by which people can sign in here; nothing where there is none. */
export function ProviderButton() {
  const { data } = useQuery({
    queryKey: ['sign-in-provider'],
    // By hand, because the login page comes without the shapes of the contract.
    queryFn: async ({ signal }): Promise<string | null> => {
      const response = await fetch(PROVIDER.path, { signal })
      const reply = (await response.json()) as { details?: { provider?: { name: string } | null } }
      return reply.details?.provider?.name ?? null
    },
    retry: false,
    staleTime: Infinity,
    meta: { public: true },
  })
  if (typeof data !== 'string') return undefined
  return (
    <Button component="a" href={START_PROVIDER.path} variant="default">
      Sign in with {data}
    </Button>
  )
}
