import { START_PROVIDER } from '@fieldwatch/contract/people/auth-addresses'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useSession } from '#platform/session/session-context.tsx'
import classes from './provider-button.module.css'
import { t } from './texts.ts'

/** Leads to the provider by which people can sign in here, and back to the page that they wanted; nothing where there is none. */
export function ProviderButton() {
  const session = useSession()
  const wanted = useLocation({ select: ({ search }) => search.redirect })
  const { data } = useQuery({
    queryKey: ['sign-in-provider'],
    queryFn: ({ signal }) => session.provider(signal),
    retry: false,
    staleTime: Infinity,
    meta: { public: true },
  })
  if (data === undefined || data === null) return undefined
  const query = wanted === undefined ? '' : `?${new URLSearchParams({ redirect: wanted }).toString()}`
  return (
    <Button
      component="a"
      href={`${START_PROVIDER.path}${query}`}
      variant="default"
      classNames={{ root: classes['button'] ?? '', label: classes['label'] ?? '' }}
    >
      {t('sign-in.provider', { provider: data.name })}
    </Button>
  )
}
