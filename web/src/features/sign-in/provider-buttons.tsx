import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useSession } from '#platform/session/session-context.tsx'
import classes from './provider-buttons.module.css'
import { t } from './texts.ts'

/** Lead to the providers by which people can sign in here, and back to the page that they wanted. */
export function ProviderButtons() {
  const session = useSession()
  const wanted = useLocation({ select: ({ search }) => search.redirect })
  const { data = [] } = useQuery({
    queryKey: ['sign-in-providers'],
    queryFn: ({ signal }) => session.providers(signal),
    retry: false,
    staleTime: Infinity,
    meta: { public: true },
  })
  const query = wanted === undefined ? '' : `?${new URLSearchParams({ redirect: wanted }).toString()}`
  return data.map(({ name, path }) => (
    <Button
      key={path}
      component="a"
      href={`${path}${query}`}
      variant="default"
      classNames={{ root: classes['button'] ?? '', label: classes['label'] ?? '' }}
    >
      {t('sign-in.provider', { provider: name })}
    </Button>
  ))
}
